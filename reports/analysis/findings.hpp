// What the analysis found: the one thing that every view renders and the gate judges.
//
// Findings own all their strings and can be copied, stored as JSON and read back
// (docs/report.md gives the spelling). Counts are tensors, sizes are bytes held in distinct
// buffers, times are nanoseconds of the recording's clock.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/analysis/rate.hpp"

namespace tensorleak::analysis {

/// What a group of survivors is. Order is that of precedence: the first that fits is given.
enum class Label : std::uint8_t {
  kLeakGrowing,
  kLeakLost,
  kLeakAtExit,
  kLeakBelow,
  kUnknown,
  kPool,
  kCache,
  kSteady,
  kHeld,
  kRetained,
};

bool is_leak(Label label);

/// Whose code a stack frame is.
enum class Owner : std::uint8_t {
  kUser,
  kFramework,  ///< a library or runtime that the program uses
  kSystem,     ///< the language's or the machine's own
};

/// A place in a library's own source, of which the program has a bundle.
struct WrittenAt {
  std::string file;  ///< below the library: "ml5@1.4.0/src/ImageClassifier/index.js"
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const WrittenAt&, const WrittenAt&) = default;
};

struct Frame {
  std::string function;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  Owner owner = Owner::kUser;
  /// Of a library's frame, where a map tells it. What the frame is known by stays the bundle's
  /// place.
  std::optional<WrittenAt> original = std::nullopt;

  friend bool operator==(const Frame&, const Frame&) = default;
};

/// Where the user's code made the tensor. For an anonymous callback that is written inside a call
/// by a named function, `function` is that function and `callback` the callback's own name.
struct UserFrame {
  std::string function;
  std::string callback;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string source;  ///< the line itself, where the source is there; a long one is cut short
  /// As that of a Frame: without a frame of the user's, the outermost of a library stands here.
  std::optional<WrittenAt> original = std::nullopt;

  friend bool operator==(const UserFrame&, const UserFrame&) = default;
};

/// A tensor's shape, dtype and how many of a group's survivors have them.
struct ShapeCount {
  std::optional<std::vector<std::uint64_t>> shape;  ///< absent: not known
  std::uint64_t alive = 0;
};

/// The numbers behind a label.
struct Evidence {
  std::uint64_t frames_judged = 0;   ///< length of the settled part on which the label rests
  std::uint64_t first_frame = 0;     ///< index (from 0) of the first frame of the settled part
  std::uint64_t period = 0;          ///< frames after which the growth repeats; 0: it does not
  std::uint64_t frames_needed = 0;   ///< for kUnknown: how many more frames would settle it
  std::uint64_t read_again = 0;      ///< survivors that were read in a frame after their own
  std::uint64_t old = 0;             ///< survivors from the first half of their group's frames
  std::uint64_t still_read = 0;      ///< of those: read in the last third, or when as old
  std::uint64_t never_read = 0;      ///< survivors that nothing read
  std::uint64_t lost = 0;            ///< survivors whose last handle is gone
  std::uint64_t with_handle = 0;     ///< survivors of which a handle is left, as the runtime knows
  std::uint64_t kept = 0;            ///< survivors that were kept
  std::uint64_t variables = 0;       ///< survivors that are variables
  std::uint64_t pooled = 0;          ///< survivors that a pool owns
  std::uint64_t in_setup = 0;        ///< survivors made before the first frame
  std::uint64_t owned = 0;           ///< survivors kept, variables, or made before the first frame
  std::uint64_t replaced = 0;        ///< survivors made in the settled part
  std::uint64_t aged = 0;            ///< survivors made before the last third of the frames
  std::uint64_t out_of_scope = 0;    ///< survivors whose tidy or named scope ended: its results
  std::uint64_t unscoped = 0;        ///< survivors made outside any tidy or named scope
  std::uint64_t aliases = 0;         ///< survivors that share an older survivor's buffer
  std::uint64_t pinning = 0;         ///< survivors that hold the buffer of a disposed tensor
  std::uint64_t pinned_bytes = 0;    ///< what those hold
  std::uint64_t lent = 0;            ///< survivors whose buffer was given to a variable
  std::uint64_t steps_up = 0;        ///< frames in which the population rose
  std::uint64_t min_idle = 0;        ///< frames since the most recently read survivor was read
  std::uint64_t recorded_reads = 0;  ///< in the whole recording; 0: it does not tell of reads
  std::uint64_t score_hundredths = 0;  ///< of a trend: standard deviations above chance, × 100
  /// The frame (from 1; 0 is setup) in which the most recently read survivor was read last; absent
  /// where none was read.
  std::optional<std::uint64_t> last_read_frame;
};

/// A population at one mark; `mark` counts from 0.
struct Sample {
  std::uint64_t mark = 0;
  std::uint64_t tensors = 0;
  std::uint64_t bytes = 0;
};

/// How long disposed tensors lived, and for how long nothing had read them when they were disposed:
/// their *drag*, from the last use, or from the creation where there was none. Sums over `disposed`
/// tensors, whose mean is the sum divided by `disposed`, and the longest. Frames are marks of all
/// lanes that lie between, times nanoseconds.
struct Lifetimes {
  std::uint64_t disposed = 0;
  std::uint64_t never_read = 0;  ///< of those: how many nothing read
  std::uint64_t lifetime_frames = 0;
  std::uint64_t longest_lifetime_frames = 0;
  std::int64_t lifetime_time = 0;
  std::int64_t longest_lifetime_time = 0;
  std::uint64_t drag_frames = 0;
  std::uint64_t longest_drag_frames = 0;
  std::int64_t drag_time = 0;
  std::int64_t longest_drag_time = 0;

  friend bool operator==(const Lifetimes&, const Lifetimes&) = default;
};

/// Who holds survivors of a site, of which an adapter looked at a few.
struct HolderFinding {
  std::string by;    ///< what holds them, in words; empty: nobody but the runtime
  std::string path;  ///< the chain of references to the youngest of them, its root first
  std::optional<std::uint64_t> members;  ///< of the collection that holds them; absent: it is none
  std::uint64_t looked_at = 0;           ///< of how many it was found to be the holder

  friend bool operator==(const HolderFinding&, const HolderFinding&) = default;
};

/// One group of survivors: all tensors with one fingerprint.
struct Site {
  std::string fingerprint;  ///< 16 hexadecimal digits; its first 8 are what people are shown
  Label label = Label::kUnknown;
  std::string op;
  std::string dtype;
  std::vector<ShapeCount> shapes;       ///< most frequent first
  std::vector<std::string> scope_path;  ///< outermost first, without the scopes of operations
  std::optional<UserFrame> user_frame;
  std::optional<Frame> called;  ///< the framework function that the user frame called
  std::string library;          ///< in which it was made, with its version; empty: the user's code
  std::vector<Frame> stack;     ///< innermost first; of the largest of the group's sites
  std::uint64_t stacks = 1;     ///< how many distinct stacks the group has
  /// Of how many of the tensors it created the stack was recorded; absent: of all, or of none.
  std::optional<std::uint64_t> stacks_recorded;
  /// The others may belong to other stacks of the same op, dtype, shape and scope; absent: no.
  std::optional<bool> stacks_estimated;
  std::string lane;
  Rate tensors_per_frame;
  Rate bytes_per_frame;
  std::uint64_t alive = 0;  ///< at the last mark; at the end where there are no frames
  std::uint64_t alive_bytes = 0;
  std::uint64_t leaked = 0;  ///< of those alive: what the label calls leaked
  std::uint64_t leaked_bytes = 0;
  std::uint64_t created = 0;
  std::uint64_t disposed = 0;
  Evidence evidence;
  std::optional<Lifetimes> lifetimes;  ///< of the group's disposed tensors; absent: not known
  std::optional<std::vector<HolderFinding>> held_by;  ///< that of most first; absent: not known
  std::string because;                                ///< the evidence in words
  std::string fix;                 ///< what to do, in the runtime's words; empty: nothing
  std::vector<Sample> population;  ///< at marks, only where it changed
};

/// What names a site whose tensors need not survive.
struct SiteName {
  std::string fingerprint;  ///< empty: its stack has addresses, and no names in the recording
  std::string op;
  std::string dtype;
  std::optional<std::vector<std::uint64_t>> shape;  ///< absent: not known
  std::optional<UserFrame> user_frame;
};

/// A site whose tensors held memory at the peak that nothing read any more.
struct IdleSite {
  SiteName made;
  std::uint64_t idle_tensors = 0;
  std::uint64_t idle_bytes = 0;
  std::uint64_t undisposed_tensors = 0;  ///< of the idle ones: alive at the end
  std::uint64_t undisposed_bytes = 0;
  Lifetimes lifetimes;  ///< of all its disposed tensors
};

/// A site that makes and disposes tensors of one shape in nearly every frame.
struct PoolCandidate {
  SiteName made;
  std::uint64_t frames = 0;   ///< in which it made one
  std::uint64_t tensors = 0;  ///< made with a buffer of their own, over all frames
  std::uint64_t bytes = 0;    ///< of those buffers, over all frames
};

/// What earlier disposal would save. "Idle at the peak" are bytes that were held when held bytes
/// were at their highest, and that nothing read from then on (docs/verdicts.md, "Last use").
struct LastUse {
  std::uint64_t peak_bytes = 0;
  std::uint64_t peak_frame = 0;         ///< from 1; 0 is setup
  std::uint64_t idle_bytes = 0;         ///< at the peak
  std::uint64_t undisposed_bytes = 0;   ///< of those: never disposed
  std::vector<IdleSite> idle_sites;     ///< most idle bytes first; at most 10
  std::vector<PoolCandidate> poolable;  ///< most bytes first; at most 10
};

/// What a counter said at the marks of the longest lane.
struct Measured {
  std::uint64_t first = 0;  ///< at the first mark that had a counter before it
  std::uint64_t last = 0;   ///< at the last mark
  bool grows = false;       ///< by the rules of populations, over 24 frames at least
  Rate per_frame;           ///< no growth unless it grows

  friend bool operator==(const Measured&, const Measured&) = default;
};

/// Memory beside tensors, and how much of the growth of RSS tensors explain (docs/verdicts.md,
/// "Explained growth"). No verdict rests on it. What is absent was not counted.
struct Memory {
  std::optional<Measured> rss;              ///< bytes: the process's resident memory
  std::optional<Measured> runtime_tensors;  ///< as the runtime counts them
  std::optional<Measured> runtime_bytes;
  std::optional<Measured> gpu_bytes;
  std::uint64_t first_frame = 0;   ///< from 0: the first of those over which growth is compared
  std::uint64_t frames = 0;        ///< how many those are
  std::int64_t rss_growth = 0;     ///< bytes, over these frames
  std::int64_t tensor_growth = 0;  ///< held bytes, over the same
  /// The share of RSS's growth that tensors explain; absent with all below where it says nothing.
  std::optional<std::uint64_t> explained_percent;
  std::optional<std::uint64_t> explained_bytes;
  std::optional<Rate> outside_bytes_per_frame;

  friend bool operator==(const Memory&, const Memory&) = default;
};

/// A resource below the tensors, judged by the same rules.
struct ResourceFinding {
  std::string name;
  Label label = Label::kRetained;
  Rate per_frame;
  std::uint64_t first = 0;  ///< at the first mark
  std::uint64_t last = 0;   ///< at the last mark
  std::string because;
};

/// Where frames come from.
enum class FrameSource : std::uint8_t {
  kNone,    ///< there are none: what is left at the end is judged
  kMarks,   ///< the program or its adapter marked them
  kFound,   ///< the loop was found by what the program makes again and again
  kChosen,  ///< turns of what the user named
  kTime,    ///< slices of time: growth is told per second
};

/// A loop whose turns are the frames of a lane.
struct FrameLoop {
  std::string lane;
  std::string function;  ///< in which each turn begins
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint64_t turns = 0;
  std::uint64_t confidence_percent = 0;
  std::uint64_t likeness_percent = 0;  ///< how alike neighbouring turns are (Dice's coefficient)
  std::uint64_t coverage_percent = 0;  ///< how much of what was made lies in the turns
  std::string doubt;                   ///< what else the frames may be, in words; empty: nothing

  friend bool operator==(const FrameLoop&, const FrameLoop&) = default;
};

/// By which frames growth was judged, and how sure that is.
struct FrameBasis {
  FrameSource source = FrameSource::kNone;
  std::vector<FrameLoop> loops;          ///< of kFound and kChosen; the one with most turns first
  std::uint64_t confidence_percent = 0;  ///< of the least sure loop; 0 where none was found
  std::string chosen;                    ///< what the user named
  std::int64_t slice = 0;                ///< of kTime: nanoseconds

  friend bool operator==(const FrameBasis&, const FrameBasis&) = default;
};

/// The frames of one lane.
struct Lane {
  std::string name;
  std::uint64_t marks = 0;
  std::uint64_t frames = 0;
  std::uint64_t stride = 1;        ///< populations were kept at every so many marks
  std::vector<Sample> population;  ///< everything alive, at marks
  std::int64_t duration = 0;       ///< nanoseconds from its first mark to its last
};

/// Whether what the program said of itself agrees with the replay.
struct CounterCheck {
  std::uint64_t checked = 0;
  std::uint64_t agreed = 0;
  std::vector<std::string> differences;  ///< the first few, with their places
};

/// Facts about the recording that deserve to be known and stop nothing.
struct Anomaly {
  std::string kind;  ///< such as "free of an unknown tensor"
  std::uint64_t count = 0;
  std::uint64_t first_place = 0;
};

/// A way in which the program used its runtime as it is not meant to be used, at one line.
struct MisuseFinding {
  std::string kind;   ///< such as "double-dispose"
  std::string words;  ///< one sentence on the first; may be empty
  std::uint64_t count = 0;
  std::optional<UserFrame> user_frame;
  std::string advice;  ///< what to do; empty: nothing is known of the kind

  friend bool operator==(const MisuseFinding&, const MisuseFinding&) = default;
};

struct Totals {
  std::uint64_t events = 0;
  std::uint64_t created = 0;
  std::uint64_t disposed = 0;
  std::uint64_t peak_tensors = 0;
  std::uint64_t peak_bytes = 0;
  std::uint64_t alive_tensors = 0;  ///< at the last mark; at the end where there are no frames
  std::uint64_t alive_bytes = 0;
  std::uint64_t end_tensors = 0;
  std::uint64_t end_bytes = 0;
  std::int64_t duration = 0;
  std::optional<std::uint64_t> rss_first;  ///< of the first and last counter that had one
  std::optional<std::uint64_t> rss_last;
};

/// What was watched.
struct Subject {
  std::string input;  ///< the path that was given
  std::string runtime;
  std::string backend;
  std::string program;
};

/// How the program that was run ended.
struct ProgramEnd {
  std::uint64_t exit_code = 0;  ///< 128 + the signal's number where a signal ended it
  std::uint64_t signal = 0;     ///< 0: no signal ended it

  bool failed() const { return exit_code != 0; }

  friend bool operator==(const ProgramEnd&, const ProgramEnd&) = default;
};

enum class Completeness : std::uint8_t { kClean, kNoEnd, kCutLine, kCutStream };

enum class Outcome : std::uint8_t { kClean, kLeak, kNoVerdict };

/// Why there is no verdict. Several can apply.
enum class Doubt : std::uint8_t {
  kIncomplete,
  kTooShort,
  kNothingObserved,
  kStillFilling,
  kDropped
};

struct Verdict {
  Outcome outcome = Outcome::kNoVerdict;
  std::vector<Doubt> doubts;  ///< also given beside a leak
  Rate tensors_per_frame;     ///< of all growing sites together
  Rate bytes_per_frame;
  std::uint64_t leaking_sites = 0;
  std::uint64_t growing_sites = 0;
  std::uint64_t leaked_tensors = 0;
  std::uint64_t leaked_bytes = 0;
  std::uint64_t memory_limit = 0;                ///< bytes
  std::optional<std::uint64_t> frames_to_limit;  ///< how many frames of such growth fill it
  std::optional<std::uint64_t> time_to_limit;    ///< nanoseconds; where the frames have times
};

struct Findings {
  Subject subject;
  std::optional<ProgramEnd> program_end;  ///< absent: a recording was judged, no program was run
  Completeness completeness = Completeness::kClean;
  Verdict verdict;
  std::vector<Site> sites;  ///< leaks first, then worst first
  std::vector<ResourceFinding> resources;
  FrameBasis frames;
  std::vector<Lane> lanes;          ///< the lane with most frames first
  std::optional<LastUse> last_use;  ///< absent: the recording does not tell what is read
  std::optional<Memory> memory;     ///< absent: nothing was counted
  CounterCheck counters;
  std::vector<Anomaly> anomalies;
  std::optional<std::vector<MisuseFinding>> misuses;  ///< most frequent first; absent: none
  std::uint64_t dropped = 0;
  Totals totals;
  std::vector<std::string> notes;  ///< what else a reader should know, in words
};

}  // namespace tensorleak::analysis

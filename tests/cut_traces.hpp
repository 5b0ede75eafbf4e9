// Traces of made-up programs whose verdicts are known, to be cut anywhere.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace tensorleak::end_to_end {

/// How much a frame of a program writes beside what is judged.
enum class Size {
  kSmall,  ///< a few kilobytes in all, in many small blocks
  kLarge,  ///< several blocks of full size, and smaller ones between them
};

struct CutTrace {
  std::string name;
  std::string bytes;  ///< of the whole trace
  bool leaks = false;
};

/// For messages of tests: not all the bytes.
void PrintTo(const CutTrace& trace, std::ostream* out);

/// A program with warm-up, caches, a bounded history, a double buffer, weights and much churn.
CutTrace clean_program(Size size);
/// The same, and one tensor more on each frame.
CutTrace leaking_program(Size size);
/// The same clean program, with a tensor whose last handle goes in the fifth frame.
CutTrace losing_program(Size size);
/// No frames; what is made is disposed at the end.
CutTrace program_without_frames();
/// What one thread makes, others dispose; each writes blocks of its own.
CutTrace program_of_threads(bool leaks);

std::vector<CutTrace> small_traces();
std::vector<CutTrace> large_traces();

}  // namespace tensorleak::end_to_end

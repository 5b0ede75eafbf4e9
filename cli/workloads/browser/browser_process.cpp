#include "cli/workloads/browser/browser_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <thread>
#include <utility>

namespace tensorleak::cli {

using trace::Result;

namespace fs = std::filesystem;

namespace {

/// The numbers that --remote-debugging-pipe reads from and writes to.
constexpr int kCommands = 3;
constexpr int kAnswers = 4;
/// Above those, so that no descriptor of ours is overwritten before it is put in its place.
constexpr int kOutOfTheWay = 10;

constexpr const char* kSaid = "stderr";
constexpr std::chrono::milliseconds kPatience{5000};
constexpr std::chrono::milliseconds kGlance{20};

struct Pipe {
  Descriptor read;
  Descriptor write;
};

std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends = {};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  const Descriptor low_read(ends[0]);
  const Descriptor low_write(ends[1]);
  Pipe pipe{Descriptor(::fcntl(ends[0], F_DUPFD_CLOEXEC, kOutOfTheWay)),
            Descriptor(::fcntl(ends[1], F_DUPFD_CLOEXEC, kOutOfTheWay))};
  if (pipe.read.number() < 0 || pipe.write.number() < 0) return std::nullopt;
  return pipe;
}

/// Nobody clicks, nothing is fetched that the page does not ask for, and what a page left in the
/// background computes is not slowed down.
std::vector<std::string> quiet_flags() {
  return {"--no-first-run", "--no-default-browser-check", "--disable-background-networking",
          "--disable-component-update", "--disable-sync", "--disable-quic", "--disable-extensions",
          "--disable-default-apps", "--disable-background-timer-throttling",
          "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
          // A page that is left is over, so that its recording has an end.
          "--disable-features=BackForwardCache,Translate,OptimizationHints,MediaRouter",
          "--autoplay-policy=no-user-gesture-required", "--password-store=basic",
          "--use-mock-keychain"};
}

std::vector<std::string> command_of(const BrowserOptions& options, const fs::path& profile) {
  std::vector<std::string> command = {options.program, "--remote-debugging-pipe",
                                      "--user-data-dir=" + profile.string()};
  for (std::string& flag : quiet_flags())
    command.push_back(std::move(flag));
  if (!options.shows) {
    // WebGL by the processor: the same on every machine.
    for (const char* const flag : {"--headless", "--use-gl=angle", "--use-angle=swiftshader",
                                   "--enable-unsafe-swiftshader", "--mute-audio"})
      command.emplace_back(flag);
  }
  if (::geteuid() == 0) command.emplace_back("--no-sandbox");  // which root cannot have
  if (!options.camera.empty()) {
    command.emplace_back("--use-fake-device-for-media-stream");
    command.emplace_back("--use-fake-ui-for-media-stream");
  }
  if (!options.camera.empty() && options.camera != kTestPicture) {
    command.push_back("--use-file-for-fake-video-capture=" + options.camera);
  }
  command.emplace_back("about:blank");
  return command;
}

/// What posix_spawn() is told: our ends of the pipes under their numbers, words into a file, and a
/// process group of its own, so that Ctrl-C reaches us alone.
class SpawnSettings {
 public:
  SpawnSettings(int commands, int answers, const fs::path& words) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, 1, "/dev/null", O_WRONLY, 0);
    constexpr mode_t kPrivate = 0600;
    ::posix_spawn_file_actions_addopen(&actions_, 2, words.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                       kPrivate);
    ::posix_spawn_file_actions_adddup2(&actions_, commands, kCommands);
    ::posix_spawn_file_actions_adddup2(&actions_, answers, kAnswers);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t signals;
    sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    sigaddset(&signals, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_ = {};
  posix_spawnattr_t attributes_ = {};
};

tl::unexpected<trace::Error> not_started(const fs::path& program, int failure) {
  return trace::fail({program, 0, 0,
                      "the browser cannot be started: " + std::generic_category().message(failure),
                      "name another with --browser PATH"});
}

bool has_ended(pid_t process, std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const pid_t ended = ::waitpid(process, nullptr, WNOHANG);
    if (ended == process || (ended < 0 && errno != EINTR)) return true;
    if (std::chrono::steady_clock::now() >= until) return false;
    std::this_thread::sleep_for(kGlance);
  }
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
  const char* const temporary = std::getenv("TMPDIR");
  const std::string where = temporary != nullptr && *temporary != '\0' ? temporary : "/tmp";
  std::string name = where + "/tensorleak-browser-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    return trace::fail({where, 0, 0,
                        "no folder can be made here for the browser's profile: " +
                            std::generic_category().message(errno),
                        "set TMPDIR to a folder that can be written"});
  }
  return TemporaryFolder(name);
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty()) return;
  // A process of the browser's may write its last while we remove.
  constexpr int kTries = 50;
  std::error_code error;
  for (int i = 0; i < kTries; ++i) {
    fs::remove_all(path_, error);
    if (!error && !fs::exists(path_, error)) return;
    std::this_thread::sleep_for(kGlance);
  }
}

Result<BrowserProcess> BrowserProcess::start(const BrowserOptions& options) {
  auto profile = TemporaryFolder::make();
  if (!profile) return trace::fail(profile.error());
  auto commands = make_pipe();
  auto answers = make_pipe();
  if (!commands || !answers) return not_started(options.program, errno);
  const std::vector<std::string> command = command_of(options, profile->path());
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const SpawnSettings settings(commands->read.number(), answers->write.number(),
                               profile->path() / kSaid);
  pid_t process = 0;
  const int failure = ::posix_spawn(&process, arguments[0], settings.actions(),
                                    settings.attributes(), arguments.data(), environ);
  if (failure != 0) return not_started(options.program, failure);
  return BrowserProcess(std::move(*profile),
                        DevToolsPipe(std::move(commands->write), std::move(answers->read)),
                        process);
}

BrowserProcess::BrowserProcess(TemporaryFolder profile, DevToolsPipe pipe, pid_t process)
    : profile_(std::move(profile)), pipe_(std::move(pipe)), process_(process) {}

BrowserProcess::BrowserProcess(BrowserProcess&& other) noexcept
    : profile_(std::move(other.profile_)),
      pipe_(std::move(other.pipe_)),
      process_(std::exchange(other.process_, 0)) {}

BrowserProcess::~BrowserProcess() {
  if (process_ == 0) return;
  pipe_.send("", "Browser.close");
  const bool ended = has_ended(process_, kPatience);
  ::kill(-process_, SIGKILL);  // its group: what it has started, too
  if (!ended) has_ended(process_, kPatience);
}

std::string BrowserProcess::last_words() const {
  std::ifstream file(profile_.path() / kSaid);
  std::string last;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) last = line;
  }
  return last;
}

}  // namespace tensorleak::cli

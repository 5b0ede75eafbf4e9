#include "cli/page_options.hpp"

#include <string>

namespace tensorleak::cli {

namespace {

constexpr double kMostSeconds = 1e8;

}  // namespace

void add_page_options(CLI::App& command, PageSettings& settings) {
  const std::string group = "How a page is watched";
  command
      .add_option("--browser", settings.browser,
                  "The browser (default: the first of chromium,\ngoogle-chrome, … on the PATH)")
      ->type_name("PATH")
      ->group(group);
  command.add_flag("--show", settings.shows, "In a window; without it nothing is shown")
      ->group(group);
  const auto set_frames = [&settings](const std::uint64_t& frames) { settings.frames = frames; };
  command
      .add_option_function<std::uint64_t>("--for-frames", set_frames,
                                          "End after so many frames in which tensors were made")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->group(group);
  const auto set_seconds = [&settings](const double& seconds) { settings.seconds = seconds; };
  command
      .add_option_function<double>("--for-seconds", set_seconds,
                                   "End after this time (default: 30, unless the page is\n"
                                   "shown or --for-frames is given)")
      ->type_name("N")
      ->check(CLI::Range(0.0, kMostSeconds))
      ->group(group);
  // A flag that may have a value, and only behind "=": the next word is the page.
  command
      .add_flag(std::string("--fake-camera{") + kTestPicture + "}", settings.camera,
                "Answer for camera and microphone with a test\n"
                "picture, or with --fake-camera=FILE (.y4m, .mjpeg)")
      ->group(group);
}

}  // namespace tensorleak::cli

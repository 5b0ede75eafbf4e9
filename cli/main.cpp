#include "cli/application.hpp"

int main(int argc, char** argv) {
  return tensorleak::cli::run_application(argc, argv);
}

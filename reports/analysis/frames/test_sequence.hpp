// Sequences of creations for tests, one letter a creation.
#pragma once

#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "reports/analysis/frames/nesting.hpp"
#include "reports/analysis/frames/turn_classes.hpp"

namespace tensorleak::analysis {

/// "abc" makes at three places. A space is a use or disposal; a capital letter makes, at the place
/// of the small one, what is to stay. What r makes replaces what it made before.
class Letters {
 public:
  explicit Letters(std::string_view letters, bool is_cut = false) : is_cut_(is_cut) {
    for (const char letter : letters) {
      if (letter != ' ') {
        creations_.push_back({.symbol = symbol(letter),
                              .is_owned = std::isupper(letter) != 0,
                              .replaces = letter == 'r',
                              .moment = end_});
      }
      ++end_;
    }
  }

  static Symbol symbol(char letter) { return static_cast<Symbol>(std::tolower(letter)); }

  Sequence sequence() const { return {.creations = creations_, .end = end_, .is_cut = is_cut_}; }

 private:
  std::vector<Creation> creations_;
  std::uint64_t end_ = 0;
  bool is_cut_ = false;
};

inline std::string repeated(std::string_view turn, int times) {
  std::string all;
  for (int i = 0; i < times; ++i)
    all += turn;
  return all;
}

/// The symbols' letters, capital ones for the heads of runs.
inline std::string letters_of(const std::vector<Symbol>& symbols) {
  std::string letters;
  for (const Symbol symbol : symbols) {
    const auto letter = static_cast<int>(place_of_symbol(symbol));
    letters += static_cast<char>(is_run_head(symbol) ? std::toupper(letter) : letter);
  }
  return letters;
}

/// Where letters are made: innermost first, a function and its line. Letters that are not placed
/// have no stack.
class Places {
 public:
  struct At {
    std::string function;
    std::uint32_t line = 0;
    Owner owner = Owner::kUser;
  };

  Places& put(char letter, const std::vector<At>& stack) {
    std::vector<Frame>& frames = stacks_[Letters::symbol(letter)];
    for (const At& at : stack)
      frames.push_back(
          {.function = at.function, .file = "app.js", .line = at.line, .owner = at.owner});
    return *this;
  }

  /// Valid as long as the places are.
  StackOfSymbol stack_of() const {
    return [this](Symbol symbol) -> const std::vector<Frame>& {
      const auto found = stacks_.find(symbol);
      return found == stacks_.end() ? none_ : found->second;
    };
  }

 private:
  std::map<Symbol, std::vector<Frame>> stacks_;
  std::vector<Frame> none_;
};

}  // namespace tensorleak::analysis

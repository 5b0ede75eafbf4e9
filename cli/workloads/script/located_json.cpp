#include "cli/workloads/script/located_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace tensorleak::cli {

using trace::Error;
using trace::Result;

namespace {

/// How far the parser has read.
struct Position {
  std::uint64_t line = 1;
  std::uint64_t column = 0;          ///< of the character that was read last
  std::uint64_t columns_before = 0;  ///< of the line before this one
  bool behind_break = false;
};

/// Walks over the text and counts lines in a Position that it does not own.
class CountingIterator {
 public:
  // NOLINTBEGIN(readability-identifier-naming): the standard names them
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  // NOLINTEND(readability-identifier-naming)

  CountingIterator(const char* at, Position* position) : at_(at), position_(position) {}

  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    position_->behind_break = *at_ == '\n';
    if (position_->behind_break) {
      ++position_->line;
      position_->columns_before = std::exchange(position_->column, 0);
    } else {
      ++position_->column;
    }
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }

 private:
  const char* at_;
  Position* position_;
};

/// Builds the values as the parser meets them.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(const Position& position, std::string file)
      : position_(position), file_(std::move(file)) {}

  JsonValue& root() { return root_; }
  const Error& error() const { return error_; }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add_number(value); }
  bool number_unsigned(std::uint64_t value) override {
    if (std::in_range<std::int64_t>(value)) return add_number(static_cast<std::int64_t>(value));
    return add_number(static_cast<double>(value));
  }
  bool number_float(double value, const std::string& /*text*/) override {
    return add_number(value);
  }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(nlohmann::json::binary_t& /*value*/) override { return false; }

  bool start_object(std::size_t /*size*/) override { return open(JsonValue::Object()); }
  bool start_array(std::size_t /*size*/) override { return open(JsonValue::Array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    const auto& members = std::get<JsonValue::Object>(open_.back()->value);
    if (std::ranges::find(members, name, &JsonMember::name) != members.end()) {
      error_ = {file_, position_.line, position_.column,
                fmt::format("\"{}\" stands twice in one object", name), "give it another name"};
      return false;
    }
    key_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t /*offset*/, const std::string& /*token*/,
                   const nlohmann::json::exception& error) override {
    const std::string_view what = error.what();
    const auto start = what.find("syntax error");
    error_ = {file_, line(), std::max<std::uint64_t>(position_.column, 1),
              "this is not JSON: " +
                  std::string(start == std::string_view::npos ? what : what.substr(start)),
              ""};
    return false;
  }

 private:
  static constexpr std::size_t kDeepest = 200;

  /// A number is known to have ended when the character behind it was read; its place is that of
  /// its last digit.
  std::uint64_t line() const { return position_.line - (position_.behind_break ? 1 : 0); }

  JsonValue& place() {
    if (open_.empty()) return root_;
    JsonValue& parent = *open_.back();
    if (auto* const array = std::get_if<JsonValue::Array>(&parent.value)) {
      return array->emplace_back();
    }
    auto& members = std::get<JsonValue::Object>(parent.value);
    return members.emplace_back(JsonMember{std::move(key_), {}}).value;
  }

  template <class T>
  bool add(T value, std::uint64_t line, std::uint64_t column) {
    JsonValue& added = place();
    added.value = std::move(value);
    added.line = line;
    added.column = column;
    return true;
  }
  template <class T>
  bool add(T value) {
    return add(std::move(value), position_.line, position_.column);
  }
  template <class T>
  bool add_number(T value) {
    const bool behind = position_.behind_break;
    return add(value, line(), behind ? position_.columns_before : position_.column - 1);
  }

  template <class T>
  bool open(T value) {
    if (open_.size() == kDeepest) {
      error_ = {file_, position_.line, position_.column, "objects and lists are nested too deeply",
                ""};
      return false;
    }
    JsonValue& added = place();
    added.value = std::move(value);
    added.line = position_.line;
    added.column = position_.column;
    open_.push_back(&added);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  const Position& position_;
  std::string file_;
  JsonValue root_;
  std::vector<JsonValue*> open_;  // each is the last element of the one before: it does not move
  std::string key_;
  Error error_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  const auto* const members = as<Object>();
  if (members == nullptr) return nullptr;
  const auto found = std::ranges::find(*members, name, &JsonMember::name);
  return found == members->end() ? nullptr : &found->value;
}

std::string_view JsonValue::kind() const {
  constexpr std::array<std::string_view, 7> kKinds = {
      "null", "a truth value", "a whole number", "a number", "a string", "a list", "an object"};
  static_assert(kKinds.size() == std::variant_size_v<decltype(value)>);
  return kKinds[value.index()];
}

Result<JsonValue> parse_located(std::string_view text, const std::string& file) {
  Position position;
  Builder builder(position, file);
  const CountingIterator begin(text.data(), &position);
  const CountingIterator end(text.data() + text.size(), &position);
  if (!nlohmann::json::sax_parse(begin, end, &builder)) return trace::fail(builder.error());
  return std::move(builder.root());
}

}  // namespace tensorleak::cli

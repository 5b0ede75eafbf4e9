// What the names of a running script stand for.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <track/track.hpp>

namespace tensorleak::cli::script {

/// A model that was loaded.
struct LoadedModel {
  const struct Model* kind = nullptr;
  std::vector<track::Tensor> weights;
};

using Value = std::variant<track::Tensor, track::Variable, std::shared_ptr<track::PoolLease>,
                           std::shared_ptr<LoadedModel>>;

/// The names of a script, in blocks: those of setup are global; those of a frame, a tidy, a
/// function end with it, and with them their handles. A name that is given again, in an inner block
/// too, stands for the new value from then on. Not safe for use by two threads at once.
class NameTable {
 public:
  NameTable() { blocks_.push_back({}); }

  /// Opens a block; of a function, where nothing but what is global is seen from inside.
  void open(bool is_function);
  void close();

  /// Gives `value` a name, and lets go of what the name stood for before.
  void set(const std::string& name, Value value);
  /// The same in the innermost block, whatever stands further out: for parameters.
  void set_here(const std::string& name, Value value);
  /// The value, or null where the name stands for nothing.
  Value* find(std::string_view name);
  /// Lets go of the value; false where the name stands for nothing.
  bool forget(std::string_view name);

  /// The global list of this name, made where there is none.
  std::deque<Value>& list(const std::string& name) { return lists_[name]; }
  std::deque<Value>* find_list(std::string_view name);

 private:
  struct Block {
    std::map<std::string, Value, std::less<>> values;
    bool is_function = false;
  };

  /// The block that holds the name, as seen from the innermost one; null: none.
  Block* holder(std::string_view name);

  std::vector<Block> blocks_;
  std::map<std::string, std::deque<Value>, std::less<>> lists_;
};

}  // namespace tensorleak::cli::script

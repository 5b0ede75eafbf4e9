#include "cli/workloads/script/names.hpp"

#include <utility>

namespace tensorleak::cli::script {

void NameTable::open(bool is_function) {
  blocks_.push_back({.values = {}, .is_function = is_function});
}

void NameTable::close() {
  blocks_.pop_back();
}

NameTable::Block* NameTable::holder(std::string_view name) {
  for (std::size_t i = blocks_.size(); i-- > 0;) {
    Block& block = blocks_[i];
    if (block.values.find(name) != block.values.end()) return &block;
    if (block.is_function) break;
  }
  Block& global = blocks_.front();
  return global.values.find(name) == global.values.end() ? nullptr : &global;
}

void NameTable::set(const std::string& name, Value value) {
  Block* const block = holder(name);
  (block == nullptr ? blocks_.back() : *block).values.insert_or_assign(name, std::move(value));
}

void NameTable::set_here(const std::string& name, Value value) {
  blocks_.back().values.insert_or_assign(name, std::move(value));
}

Value* NameTable::find(std::string_view name) {
  Block* const block = holder(name);
  return block == nullptr ? nullptr : &block->values.find(name)->second;
}

bool NameTable::forget(std::string_view name) {
  Block* const block = holder(name);
  if (block == nullptr) return false;
  block->values.erase(block->values.find(name));
  return true;
}

std::deque<Value>* NameTable::find_list(std::string_view name) {
  const auto found = lists_.find(name);
  return found == lists_.end() ? nullptr : &found->second;
}

}  // namespace tensorleak::cli::script

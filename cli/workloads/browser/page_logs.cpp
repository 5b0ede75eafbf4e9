#include "cli/workloads/browser/page_logs.hpp"

#include "cli/workloads/output_folder.hpp"

namespace tensorleak::cli {

namespace {

/// The first letters of messages, as binding_output.cjs has them.
constexpr char kOpen = 'o';
constexpr char kMore = '+';
constexpr char kClose = '.';
constexpr char kDone = 'd';

}  // namespace

PageLogs::Wish PageLogs::take(const Realm& realm, std::string_view message) {
  // A page can send through the binding what it likes; what is not known is left alone.
  const char kind = message.empty() ? '\0' : message.front();
  if (kind == kDone) return Wish::kDone;
  if (kind == kOpen) begin(realm);
  if (kind == kClose) end(realm);
  const auto log = open_.find(realm);
  if (kind == kMore && log != open_.end()) log->second.file << message.substr(1);
  return Wish::kNone;
}

std::vector<Realm> PageLogs::open_realms() const {
  std::vector<Realm> realms;
  for (const auto& [realm, log] : open_)
    realms.push_back(realm);
  return realms;
}

void PageLogs::forget(const std::string& session) {
  for (const Realm& realm : open_realms()) {
    if (realm.session == session) end(realm);
  }
}

void PageLogs::finish() {
  for (const Realm& realm : open_realms())
    end(realm);
}

void PageLogs::begin(const Realm& realm) {
  end(realm);
  Log log{.path = log_of(folder_, process_, std::to_string(paths_.size()))};
  log.file.open(log.path, std::ios::binary);
  paths_.push_back(log.path);
  open_.emplace(realm, std::move(log));
}

void PageLogs::end(const Realm& realm) {
  const auto log = open_.find(realm);
  if (log == open_.end()) return;
  log->second.file.close();
  if (!log->second.file && unwritten_.empty()) unwritten_ = log->second.path;
  open_.erase(log);
}

}  // namespace tensorleak::cli

#include "libtrack/trace/test_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#include <fstream>
#include <random>

namespace tensorleak::trace::testing {
namespace {

/// Collects "name=value" for the fields that are there.
class Description {
 public:
  explicit Description(std::string_view kind) : text_(kind) {}

  template <class T>
  Description& add(std::string_view name, const T& value) {
    text_ += fmt::format(" {}={}", name, value);
    return *this;
  }
  Description& add(std::string_view name, std::string_view value) {
    if (!value.empty()) text_ += fmt::format(" {}={}", name, value);
    return *this;
  }
  template <class Kind>
  Description& add(std::string_view name, Id<Kind> id) {
    return add(name, id.value);
  }
  template <class T>
  Description& add(std::string_view name, const std::optional<T>& value) {
    return value ? add(name, *value) : *this;
  }
  Description& add(std::string_view name, std::optional<std::span<const std::uint64_t>> shape) {
    if (shape) text_ += fmt::format(" {}=[{}]", name, fmt::join(*shape, ","));
    return *this;
  }
  std::string text() const { return text_; }

 private:
  std::string text_;
};

struct Describe {
  std::string operator()(const Unknown& e) const {
    return Description("Unknown").add("kind", e.kind).text();
  }
  std::string operator()(const Header& e) const {
    return Description("Header")
        .add("version", e.version)
        .add("runtime", e.runtime)
        .add("backend", e.backend)
        .add("program", e.program)
        .add("rule", e.bytes_rule == BytesRule::kPerTensor ? "tensor" : "buffer")
        .add("process", e.process == 0 ? std::nullopt : std::optional(e.process))
        .add("started", std::string_view(e.started_late ? "late" : ""))
        .text();
  }
  std::string operator()(const End& e) const { return Description("End").add("t", e.time).text(); }
  std::string operator()(const Alloc& e) const {
    return Description("Alloc")
        .add("id", e.id)
        .add("buffer", e.buffer)
        .add("bytes", e.bytes)
        .add("shape", e.shape)
        .add("dtype", e.dtype)
        .add("device", e.device)
        .add("op", e.op)
        .add("stack", e.stack)
        .add("scope", e.scope)
        .add("thread", e.thread)
        .add("t", e.time)
        .add("flags", e.flags.bits())
        .text();
  }
  std::string operator()(const Free& e) const {
    return Description("Free")
        .add("id", e.id)
        .add("why", static_cast<int>(e.why))
        .add("stack", e.stack)
        .add("thread", e.thread)
        .add("t", e.time)
        .text();
  }
  std::string operator()(const Use& e) const {
    return Description("Use").add("id", e.id).add("op", e.op).add("t", e.time).text();
  }
  std::string operator()(const Keep& e) const {
    return Description("Keep").add("id", e.id).add("value", e.value).text();
  }
  std::string operator()(const Name& e) const {
    return Description("Name").add("id", e.id).add("text", e.text).text();
  }
  std::string operator()(const FlagChange& e) const {
    return Description("FlagChange")
        .add("id", e.id)
        .add("flag", static_cast<int>(e.flag))
        .add("value", e.value)
        .text();
  }
  std::string operator()(const Lost& e) const { return Description("Lost").add("id", e.id).text(); }
  std::string operator()(const ScopeBegin& e) const {
    return Description("ScopeBegin")
        .add("id", e.id)
        .add("parent", e.parent)
        .add("name", e.name)
        .add("thread", e.thread)
        .add("t", e.time)
        .text();
  }
  std::string operator()(const ScopeEnd& e) const {
    return Description("ScopeEnd").add("id", e.id).add("thread", e.thread).add("t", e.time).text();
  }
  std::string operator()(const FrameMark& e) const {
    return Description("FrameMark")
        .add("number", e.number)
        .add("name", e.name)
        .add("lane", e.lane)
        .add("t", e.time)
        .text();
  }
  std::string operator()(const Counter& e) const {
    Description description("Counter");
    description.add("tensors", e.tensors)
        .add("buffers", e.buffers)
        .add("bytes", e.bytes)
        .add("rss", e.rss)
        .add("gpu_bytes", e.gpu_bytes);
    for (const Resource& resource : e.resources)
      description.add(resource.name, resource.value);
    return description.add("t", e.time).text();
  }
  std::string operator()(const ModuleDefinition& e) const {
    return Description("ModuleDefinition")
        .add("id", e.id)
        .add("path", e.path)
        .add("build_id", e.build_id)
        .add("begin", e.begin)
        .add("end", e.end)
        .add("load_bias", e.load_bias)
        .text();
  }
  std::string operator()(const StackDefinition& e) const {
    Description description("StackDefinition");
    description.add("id", e.id);
    for (const StackFrame& frame : e.frames) {
      description.add("frame", fmt::format("{}@{}:{}:{}", frame.function, frame.file, frame.line,
                                           frame.column));
      if (frame.address != 0) description.add("address", frame.address);
      description.add("module", frame.module);
    }
    return description.text();
  }
  std::string operator()(const Dropped& e) const {
    return Description("Dropped").add("count", e.count).add("why", e.why).text();
  }
  std::string operator()(const Misuse& e) const {
    return Description("Misuse")
        .add("t", e.time)
        .add("kind", e.kind)
        .add("words", e.words)
        .add("stack", e.stack)
        .add("thread", e.thread)
        .text();
  }
  std::string operator()(const Holder& e) const {
    return Description("Holder")
        .add("id", e.id)
        .add("by", e.by)
        .add("path", e.path)
        .add("members", e.members)
        .text();
  }
};

}  // namespace

TempFolder::TempFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "tensorleak-XXXXXX").string();
  const char* made = ::mkdtemp(pattern.data());
  if (made == nullptr) throw std::runtime_error("cannot make a folder for the test");
  folder_ = made;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string TempFolder::write(std::string_view name, std::string_view bytes) const {
  std::string file = path(name);
  // Overwriting makes some file systems write to the disk at once, which takes many times longer.
  std::filesystem::remove(file);
  std::ofstream out(file, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file;
}

std::string gzip(std::string_view bytes) {
  z_stream stream = {};
  constexpr int kGzipWindow = MAX_WBITS + 16;
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY);
  std::string input(bytes);
  std::string output(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(output.data());
  stream.avail_out = static_cast<uInt>(output.size());
  deflate(&stream, Z_FINISH);
  output.resize(stream.total_out);
  deflateEnd(&stream);
  return output;
}

std::string zstd(std::string_view bytes) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string output(ZSTD_compressBound(bytes.size()), '\0');
  output.resize(ZSTD_compress2(context, output.data(), output.size(), bytes.data(), bytes.size()));
  ZSTD_freeCCtx(context);
  return output;
}

std::string noise(std::size_t size) {
  std::mt19937 random(7);
  std::string bytes(size, '\0');
  for (char& byte : bytes)
    byte = static_cast<char>(random() & 0xffu);
  return bytes;
}

Drained drain(const std::string& path, std::size_t piece) {
  Drained drained;
  auto stream = ByteStream::open(path);
  if (!stream) {
    drained.error = stream.error().text();
    return drained;
  }
  std::string buffer(piece, '\0');
  for (;;) {
    const auto count = (*stream)->read(buffer);
    if (!count) {
      drained.error = count.error().text();
      return drained;
    }
    if (*count == 0) break;
    drained.bytes.append(buffer, 0, *count);
  }
  drained.ended_early = (*stream)->ended_early();
  return drained;
}

std::string describe(const Event& event) {
  return std::visit(Describe{}, event);
}

Recording read_log(const std::string& path) {
  Recording recording;
  const auto keep_error = [&](Error error) {
    error.file = std::filesystem::path(error.file).filename().string();
    recording.error = error.text();
    return recording;
  };
  auto reader = EventLogReader::open(path);
  if (!reader) return keep_error(reader.error());
  for (;;) {
    const auto event = (*reader)->next();
    if (!event) return keep_error(event.error());
    if (*event == nullptr) break;
    recording.events.push_back(describe(**event));
    recording.places.push_back((*reader)->place());
  }
  recording.ending = (*reader)->ending();
  return recording;
}

Recording read_lines(std::string_view lines, std::string_view header) {
  const TempFolder folder;
  return read_log(folder.write("log.jsonl", std::string(header) + std::string(lines)));
}

std::string read_line(std::string_view line) {
  const Recording recording = read_lines(std::string(line) + "\n");
  if (!recording.error.empty()) return recording.error;
  return recording.events.size() == 2 ? recording.events[1] : "not one event";
}

}  // namespace tensorleak::trace::testing

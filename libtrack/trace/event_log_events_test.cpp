// Every kind of event with all of its fields, and with none but those that it must have.
#include "libtrack/trace/event_log_events.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "libtrack/trace/test_files.hpp"

namespace tensorleak::trace {
namespace {

using ::testing::ElementsAre;
using testing::read_line;
using testing::read_lines;

TEST(EventLogEvents, AllocHasAllItsFields) {
  EXPECT_EQ(
      read_line(R"({"e":"alloc","id":7,"buf":3,"bytes":602112,"shape":[1,224,224,3],)"
                R"("dtype":"float32","device":"gpu:0","op":"Sub","stack":12,"scope":5,)"
                R"("thread":2,"t":99,"flags":["variable","tape"]})"),
      "Alloc id=7 buffer=3 bytes=602112 shape=[1,224,224,3] dtype=float32 device=gpu:0 op=Sub "
      "stack=12 scope=5 thread=2 t=99 flags=5");
}

TEST(EventLogEvents, AllocNeedsOnlyIdAndBytes) {
  EXPECT_EQ(read_line(R"({"e":"alloc","id":0,"bytes":0})"),
            "Alloc id=0 bytes=0 thread=0 t=0 flags=0");
}

TEST(EventLogEvents, AScalarsShapeIsNotAnAbsentOne) {
  EXPECT_EQ(read_line(R"({"e":"alloc","id":0,"bytes":4,"shape":[]})"),
            "Alloc id=0 bytes=4 shape=[] thread=0 t=0 flags=0");
}

TEST(EventLogEvents, AnUnknownDtypeIsKeptAsItIs) {
  EXPECT_EQ(read_line(R"({"e":"alloc","id":0,"bytes":4,"dtype":"nf4 \"x\""})"),
            "Alloc id=0 bytes=4 dtype=nf4 \"x\" thread=0 t=0 flags=0");
}

TEST(EventLogEvents, EachFlagIsABitAndUnknownOnesAreIgnored) {
  const auto flags = [](std::string_view list) {
    return read_line(R"({"e":"alloc","id":0,"bytes":4,"flags":)" + std::string(list) + "}");
  };
  EXPECT_EQ(flags(R"(["variable"])"), "Alloc id=0 bytes=4 thread=0 t=0 flags=1");
  EXPECT_EQ(flags(R"(["kept"])"), "Alloc id=0 bytes=4 thread=0 t=0 flags=2");
  EXPECT_EQ(flags(R"(["tape"])"), "Alloc id=0 bytes=4 thread=0 t=0 flags=4");
  EXPECT_EQ(flags(R"(["pool","sparkling"])"), "Alloc id=0 bytes=4 thread=0 t=0 flags=8");
  EXPECT_EQ(flags("[]"), "Alloc id=0 bytes=4 thread=0 t=0 flags=0");
}

TEST(EventLogEvents, FreeHasAllItsFields) {
  EXPECT_EQ(read_line(R"({"e":"free","id":7,"why":"scope","stack":3,"thread":4,"t":5})"),
            "Free id=7 why=2 stack=3 thread=4 t=5");
  EXPECT_EQ(read_line(R"({"e":"free","id":7})"), "Free id=7 why=0 thread=0 t=0");
}

TEST(EventLogEvents, EachReasonOfAFreeIsKnownAndOthersAreUnknown) {
  const auto why = [](std::string_view reason) {
    const auto recording =
        read_lines(R"({"e":"free","id":1,"why":")" + std::string(reason) + "\"}\n");
    return recording.events.at(1);
  };
  EXPECT_EQ(why("dispose"), "Free id=1 why=1 thread=0 t=0");
  EXPECT_EQ(why("scope"), "Free id=1 why=2 thread=0 t=0");
  EXPECT_EQ(why("variable"), "Free id=1 why=3 thread=0 t=0");
  EXPECT_EQ(why("pool"), "Free id=1 why=4 thread=0 t=0");
  EXPECT_EQ(why("collected"), "Free id=1 why=5 thread=0 t=0");
  EXPECT_EQ(why("boredom"), "Free id=1 why=0 thread=0 t=0");
}

TEST(EventLogEvents, UseHasAllItsFields) {
  EXPECT_EQ(read_line(R"({"e":"use","id":7,"op":"Add","t":5})"), "Use id=7 op=Add t=5");
  EXPECT_EQ(read_line(R"({"e":"use","id":7})"), "Use id=7 t=0");
}

TEST(EventLogEvents, KeepIsTrueUnlessItSaysOtherwise) {
  EXPECT_EQ(read_line(R"({"e":"keep","id":7,"t":3})"), "Keep id=7 value=true");
  EXPECT_EQ(read_line(R"({"e":"keep","id":7,"value":true})"), "Keep id=7 value=true");
  EXPECT_EQ(read_line(R"({"e":"keep","id":7,"value":false})"), "Keep id=7 value=false");
}

TEST(EventLogEvents, NameHasItsText) {
  EXPECT_EQ(read_line(R"({"e":"name","id":7,"name":"weights"})"), "Name id=7 text=weights");
}

TEST(EventLogEvents, FlagIsTrueUnlessItSaysOtherwise) {
  EXPECT_EQ(read_line(R"({"e":"flag","id":1,"flag":"kept"})"), "FlagChange id=1 flag=2 value=true");
  EXPECT_EQ(read_line(R"({"e":"flag","id":1,"flag":"pool","value":false})"),
            "FlagChange id=1 flag=8 value=false");
}

TEST(EventLogEvents, AnUnknownFlagIsSetAside) {
  EXPECT_EQ(read_line(R"({"e":"flag","id":1,"flag":"sparkling"})"), "Unknown kind=flag");
}

TEST(EventLogEvents, LostHasItsId) {
  EXPECT_EQ(read_line(R"({"e":"lost","id":18446744073709551615})"), "Lost id=18446744073709551615");
}

TEST(EventLogEvents, ScopesHaveAllTheirFields) {
  EXPECT_EQ(
      read_line(R"({"e":"scope","id":3,"parent":1,"name":"expandDims__op","thread":2,"t":9})"),
      "ScopeBegin id=3 parent=1 name=expandDims__op thread=2 t=9");
  EXPECT_EQ(read_line(R"({"e":"scope","id":3})"), "ScopeBegin id=3 thread=0 t=0");
  EXPECT_EQ(read_line(R"({"e":"scope_end","id":3,"thread":2,"t":9})"),
            "ScopeEnd id=3 thread=2 t=9");
  EXPECT_EQ(read_line(R"({"e":"scope_end","id":3})"), "ScopeEnd id=3 thread=0 t=0");
}

TEST(EventLogEvents, FrameHasAllItsFields) {
  EXPECT_EQ(read_line(R"({"e":"frame","n":4,"name":"step","lane":"request","t":8})"),
            "FrameMark number=4 name=step lane=request t=8");
  EXPECT_EQ(read_line(R"({"e":"frame"})"), "FrameMark t=0");
}

TEST(EventLogEvents, ALaneThatIsANumberIsItsDigits) {
  EXPECT_EQ(read_line(R"({"e":"frame","lane":0})"), "FrameMark lane=0 t=0");
  EXPECT_EQ(read_line(R"({"e":"frame","lane":18446744073709551615})"),
            "FrameMark lane=18446744073709551615 t=0");
}

TEST(EventLogEvents, CounterHasAllItsFields) {
  EXPECT_EQ(read_line(R"({"e":"counter","tensors":1,"buffers":2,"bytes":3,"rss":4,"gpu_bytes":5,)"
                      R"("resources":{"textures":47,"data ids":0,"none":null},"t":6})"),
            "Counter tensors=1 buffers=2 bytes=3 rss=4 gpu_bytes=5 textures=47 data ids=0 t=6");
  EXPECT_EQ(read_line(R"({"e":"counter"})"), "Counter t=0");
}

TEST(EventLogEvents, StackHasItsFramesInOrder) {
  EXPECT_EQ(read_line(R"({"e":"stack","id":2,"frames":[)"
                      R"({"fn":"f","file":"a.js","line":8,"col":40},{"fn":"main"},{}]})"),
            "StackDefinition id=2 frame=f@a.js:8:40 frame=main@:0:0 frame=@:0:0");
  EXPECT_EQ(read_line(R"({"e":"stack","id":2,"frames":[]})"), "StackDefinition id=2");
}

TEST(EventLogEvents, DroppedHasAllItsFields) {
  EXPECT_EQ(read_line(R"({"e":"dropped","count":17,"why":"buffer full"})"),
            "Dropped count=17 why=buffer full");
  EXPECT_EQ(read_line(R"({"e":"dropped","count":17})"), "Dropped count=17");
}

TEST(EventLogEvents, MisuseHasAllItsFields) {
  EXPECT_EQ(
      read_line(
          R"({"e":"misuse","t":5,"kind":"tidy-async","words":"it waits","stack":3,"thread":2})"),
      "Misuse t=5 kind=tidy-async words=it waits stack=3 thread=2");
  EXPECT_EQ(read_line(R"({"e":"misuse","kind":"double-dispose"})"),
            "Misuse t=0 kind=double-dispose thread=0");
}

TEST(EventLogEvents, HolderHasAllItsFields) {
  EXPECT_EQ(read_line(R"({"e":"holder","id":5,"by":"history","path":"global → [4]","members":30})"),
            "Holder id=5 by=history path=global → [4] members=30");
  EXPECT_EQ(read_line(R"({"e":"holder","id":5})"), "Holder id=5");
}

TEST(EventLogEvents, EndHasItsTime) {
  EXPECT_EQ(read_line(R"({"e":"end","t":12})"), "End t=12");
  EXPECT_EQ(read_line(R"({"e":"end"})"), "End t=0");
}

TEST(EventLogEvents, AnUnknownKindIsSetAsideWhateverItHas) {
  EXPECT_EQ(read_line(R"({"e":"weather","t":"sunny","id":-1})"), "Unknown kind=weather");
}

TEST(EventLogEvents, UnknownFieldsAreIgnored) {
  EXPECT_EQ(read_line(R"({"x":[{"e":"no"}],"e":"lost","id":1,"y":{"id":2}})"), "Lost id=1");
}

TEST(EventLogEvents, NullIsAbsent) {
  EXPECT_EQ(
      read_line(
          R"({"e":"alloc","id":0,"buf":null,"bytes":0,"shape":null,"dtype":null,"device":null,)"
          R"("op":null,"stack":null,"scope":null,"thread":null,"t":null,"flags":null})"),
      "Alloc id=0 bytes=0 thread=0 t=0 flags=0");
  EXPECT_EQ(read_line(R"({"e":"keep","id":7,"value":null})"), "Keep id=7 value=true");
  EXPECT_EQ(read_line(R"({"e":"frame","n":null,"lane":null})"), "FrameMark t=0");
  EXPECT_EQ(read_line(R"({"e":"stack","id":1,"frames":[{"fn":null,"line":null}]})"),
            "StackDefinition id=1 frame=@:0:0");
  EXPECT_EQ(read_line(R"({"e":"counter","resources":null})"), "Counter t=0");
}

TEST(EventLogEvents, OfAFieldThatStandsTwiceTheFirstCounts) {
  EXPECT_EQ(read_line(R"({"e":"use","id":1,"op":"a","id":2,"op":"b","e":"lost"})"),
            "Use id=1 op=a t=0");
}

TEST(EventLogEvents, FieldsMayBeInAnyOrderAndTextsMayBeEscaped) {
  EXPECT_EQ(read_line(R"(  { "op" : "\u00e4\n" , "\u0069d" : 5 , "e" : "use" }  )"),
            "Use id=5 op=ä\n t=0");
}

TEST(EventLogEvents, AWholeNumberMayBeSpelledWithAPointOrAnExponent) {
  EXPECT_EQ(read_line(R"({"e":"alloc","id":5.0,"bytes":1e3})"),
            "Alloc id=5 bytes=1000 thread=0 t=0 flags=0");
}

TEST(EventLogEvents, TimesAreScaledToNanoseconds) {
  const auto time = [](std::string_view unit, std::string_view value) {
    const std::string header =
        R"({"e":"header","format":"tensor-event-log","version":1,"time_unit":")" +
        std::string(unit) + "\"}\n";
    return read_lines(R"({"e":"end","t":)" + std::string(value) + "}\n", header).events.at(1);
  };
  EXPECT_EQ(time("ns", "12"), "End t=12");
  EXPECT_EQ(time("us", "12"), "End t=12000");
  EXPECT_EQ(time("ms", "12.0005"), "End t=12000500");
  EXPECT_EQ(time("s", "0.25"), "End t=250000000");
  EXPECT_EQ(time("ns", "1.5"), "End t=2");
  EXPECT_EQ(time("ns", "-3"), "End t=-3");
  EXPECT_EQ(time("ns", "9223372036854775807"), "End t=9223372036854775807");
}

TEST(EventLogEvents, AStackHasNoFramesOfTheOneBefore) {
  const auto recording = read_lines(R"({"e":"stack","id":1,"frames":[{"fn":"f"},{"fn":"g"}]})"
                                    "\n"
                                    R"({"e":"stack","id":2,"frames":[{"fn":"h"}]})"
                                    "\n");
  EXPECT_THAT(recording.events,
              ElementsAre(::testing::_, "StackDefinition id=1 frame=f@:0:0 frame=g@:0:0",
                          "StackDefinition id=2 frame=h@:0:0"));
}

TEST(EventLogEvents, AnEventHasNothingOfTheOneBefore) {
  const auto recording =
      read_lines(R"({"e":"alloc","id":1,"bytes":4,"shape":[2,3],"flags":["kept"],"op":"Add"})"
                 "\n"
                 R"({"e":"alloc","id":2,"bytes":4,"shape":[5]})"
                 "\n"
                 R"({"e":"alloc","id":3,"bytes":4})"
                 "\n"
                 R"({"e":"counter","resources":{"a":1,"b":2}})"
                 "\n"
                 R"({"e":"counter","resources":{"c":3}})"
                 "\n"
                 R"({"e":"counter"})"
                 "\n");
  EXPECT_THAT(
      recording.events,
      ElementsAre(::testing::_, "Alloc id=1 bytes=4 shape=[2,3] op=Add thread=0 t=0 flags=2",
                  "Alloc id=2 bytes=4 shape=[5] thread=0 t=0 flags=0",
                  "Alloc id=3 bytes=4 thread=0 t=0 flags=0", "Counter a=1 b=2 t=0",
                  "Counter c=3 t=0", "Counter t=0"));
}

}  // namespace
}  // namespace tensorleak::trace

#include "reports/analysis/frame_owner.hpp"

#include <gtest/gtest.h>

namespace tensorleak::analysis {
namespace {

struct OwnerCase {
  const char* function;
  const char* file;
  Owner owner;
};

class FrameOwnerOf : public ::testing::TestWithParam<OwnerCase> {};

TEST_P(FrameOwnerOf, FollowsThePath) {
  const auto& [function, file, owner] = GetParam();
  EXPECT_EQ(FrameOwner().owner(function, file), owner) << file;
}

INSTANTIATE_TEST_SUITE_P(
    Paths, FrameOwnerOf,
    ::testing::Values(OwnerCase{"step", "variable-grads.js", Owner::kUser},
                      OwnerCase{"draw", "http://localhost:5173/src/sketch.js", Owner::kUser},
                      OwnerCase{"draw", "blob:http://localhost/5d1f-11:1", Owner::kUser},
                      OwnerCase{"main", "/home/me/service/main.cpp", Owner::kUser},
                      OwnerCase{"mail", "me@home.js", Owner::kUser},
                      OwnerCase{"tidy", "node_modules/@tensorflow/tfjs-core/dist/tf-core.node.js",
                                Owner::kFramework},
                      OwnerCase{"eH", "ml5@1.4.0/dist/ml5.min.js", Owner::kFramework},
                      OwnerCase{"eH",
                                "https://unpkg.com/@vladmandic/face-api@1.7.15/dist/face-api.js",
                                Owner::kFramework},
                      OwnerCase{"m", "lib/ml5.min.js", Owner::kFramework},
                      OwnerCase{"at::add", "/opt/libtorch/lib/libtorch_cpu.so", Owner::kFramework},
                      OwnerCase{"load", "node:internal/modules/cjs/loader", Owner::kSystem},
                      OwnerCase{"load", "internal/modules/cjs/loader.js", Owner::kSystem},
                      OwnerCase{"load", "module.js", Owner::kSystem},
                      OwnerCase{"start", "/usr/lib/x86_64-linux-gnu/libc.so.6", Owner::kSystem},
                      OwnerCase{"Array.map (<anonymous>)", "", Owner::kSystem}));

struct NativeOwnerCase {
  const char* function;
  const char* file;
  const char* module;
  Owner owner;
};

class NativeFrameOwnerOf : public ::testing::TestWithParam<NativeOwnerCase> {};

TEST_P(NativeFrameOwnerOf, FollowsModuleFileAndFunction) {
  const auto& [function, file, module, owner] = GetParam();
  EXPECT_EQ(FrameOwner().owner(function, file, module), owner)
      << function << ", " << file << ", " << module;
}

constexpr const char* kService = "/srv/bin/service";

INSTANTIATE_TEST_SUITE_P(
    User, NativeFrameOwnerOf,
    ::testing::Values(NativeOwnerCase{"main", "/src/main.cpp", kService, Owner::kUser},
                      NativeOwnerCase{"step", "../src/step.cpp", kService, Owner::kUser},
                      NativeOwnerCase{"step", "", kService, Owner::kUser},
                      NativeOwnerCase{"service+0x12", "", kService, Owner::kUser},
                      NativeOwnerCase{"clone", "", "/srv/lib/libmodel.so", Owner::kSystem},
                      NativeOwnerCase{"clone_model", "", "/srv/libmodel.so", Owner::kUser}));

INSTANTIATE_TEST_SUITE_P(
    System, NativeFrameOwnerOf,
    ::testing::Values(
        NativeOwnerCase{"__libc_start_main", "../csu/libc-start.c",
                        "/usr/lib/x86_64-linux-gnu/libc.so.6", Owner::kSystem},
        NativeOwnerCase{"raise", "./nptl/pthread_kill.c", "/lib/x86_64-linux-gnu/libc.so.6",
                        Owner::kSystem},
        NativeOwnerCase{"malloc", "/build/c_functions.cpp", "/opt/lib/libtrack_heap.so",
                        Owner::kSystem},
        NativeOwnerCase{"std::thread::f()", "/build/thread.cc", "/opt/gcc/lib64/libstdc++.so.6",
                        Owner::kSystem},
        NativeOwnerCase{"f", "f.c", "/usr/lib64/libfoo.so", Owner::kSystem},
        NativeOwnerCase{"f", "", "[vdso]", Owner::kSystem},
        NativeOwnerCase{"_start", "", kService, Owner::kSystem},
        NativeOwnerCase{"__libc_start_call_main", "../sysdeps/x86/start.h", kService,
                        Owner::kSystem},
        NativeOwnerCase{"start_thread", "", kService, Owner::kSystem},
        NativeOwnerCase{"std::move", "/usr/include/c++/12/bits/move.h", kService, Owner::kSystem},
        NativeOwnerCase{"std::move", "/opt/gcc/include/c++/12/bits/move.h", kService,
                        Owner::kSystem},
        NativeOwnerCase{"std::vector<int>::push_back(int)", "", kService, Owner::kSystem},
        NativeOwnerCase{"void std::sort<int*>(int*, int*)", "", kService, Owner::kSystem},
        NativeOwnerCase{"0x7f00", "", "", Owner::kSystem}));

INSTANTIATE_TEST_SUITE_P(
    Framework, NativeFrameOwnerOf,
    ::testing::Values(
        NativeOwnerCase{"at::add", "../aten/add.cpp", "/opt/torch/lib/libtorch_cpu.so",
                        Owner::kFramework},
        NativeOwnerCase{"c10::alloc", "", "/usr/lib/libc10.so", Owner::kFramework},
        NativeOwnerCase{"cv::resize", "", "/usr/lib/x86_64-linux-gnu/libopencv_core.so.4",
                        Owner::kFramework},
        NativeOwnerCase{"track::zeros", "tensor.cpp", "/srv/lib/libtrack.so.0", Owner::kFramework},
        NativeOwnerCase{"track::tidy", "/src/libtrack/include/track/tidy.hpp", kService,
                        Owner::kFramework},
        NativeOwnerCase{"at::Tensor::add", "/opt/torch/include/ATen/core/TensorBody.h", kService,
                        Owner::kFramework}));

TEST(FrameOwner, APatternMakesAModuleAFramework) {
  EXPECT_EQ(FrameOwner({"libmodel"}).owner("f", "f.cpp", "/srv/libmodel.so"), Owner::kFramework);
}

TEST(FrameOwner, APatternMakesAPathAFramework) {
  EXPECT_EQ(FrameOwner({"vendor/"}).owner("f", "src/vendor/x.js"), Owner::kFramework);
  EXPECT_EQ(FrameOwner({"*/engine-*.js"}).owner("f", "src/engine-2.js"), Owner::kFramework);
  EXPECT_EQ(FrameOwner({"*/engine-*.js"}).owner("f", "src/engine.js"), Owner::kUser);
}

Frame user(const char* function, std::uint32_t line, std::uint32_t column,
           const char* file = "page.js") {
  return {function, file, line, column, Owner::kUser};
}

Frame library(const char* function) {
  return {function, "node_modules/lib/index.js", 1, 1, Owner::kFramework};
}

TEST(UserPlace, IsTheFirstUserFrameAndWhatItCalled) {
  const UserPlace place = user_place({library("make"), library("add"), user("step", 9, 3)});
  ASSERT_TRUE(place.user_frame);
  EXPECT_EQ(*place.user_frame, (UserFrame{"step", "", "page.js", 9, 3, ""}));
  ASSERT_TRUE(place.called);
  EXPECT_EQ(place.called->function, "add");
}

TEST(UserPlace, WithoutAUserFrameIsTheOutermost) {
  const UserPlace place = user_place({library("make"), library("load")});
  ASSERT_TRUE(place.user_frame);
  EXPECT_EQ(place.user_frame->function, "load");
  EXPECT_FALSE(place.called);
}

TEST(UserPlace, OfNoStackIsNone) {
  EXPECT_FALSE(user_place({}).user_frame);
}

TEST(UserPlace, ACallbackCarriesTheNameOfTheFunctionItIsWrittenIn) {
  const UserPlace place = user_place(
      {library("linspace"), user("(anonymous)", 8, 20), library("tidy"), user("onClick", 8, 6)});
  EXPECT_EQ(*place.user_frame, (UserFrame{"onClick", "(anonymous)", "page.js", 8, 20, ""}));
  EXPECT_EQ(place.called->function, "linspace");
}

TEST(UserPlace, OfCppIsWithoutParametersAndALambdaCarriesTheNameOfItsFunction) {
  const UserPlace called = user_place({user("(anonymous namespace)::step(int)", 9, 0)});
  EXPECT_EQ(called.user_frame->function, "step");
  for (const char* const lambda :
       {"ns::step(int)::{lambda()#1}::operator()() const", "operator()"}) {
    const UserPlace place =
        user_place({library("relu"), user(lambda, 8, 0), library("track::tidy<x>(x&&)"),
                    user("ns::step(int)", 9, 0)});
    EXPECT_EQ(*place.user_frame, (UserFrame{"ns::step", "(lambda)", "page.js", 8, 0, ""}));
  }
}

TEST(UserPlace, NestedCallbacksReachTheNamedFunction) {
  const UserPlace place =
      user_place({library("add"), user("(anonymous)", 10, 5), library("tidy"),
                  user("(anonymous)", 9, 5), library("tidy"), user("onClick", 8, 6)});
  EXPECT_EQ(place.user_frame->function, "onClick");
}

TEST(UserPlace, ACallbackWrittenElsewhereKeepsItsOwnName) {
  const UserPlace before = user_place(
      {library("add"), user("(anonymous)", 2, 5), library("tidy"), user("onClick", 8, 6)});
  EXPECT_EQ(before.user_frame->function, "(anonymous)");
  const UserPlace other_file = user_place({library("add"), user("(anonymous)", 9, 5, "other.js"),
                                           library("tidy"), user("onClick", 8, 6)});
  EXPECT_EQ(other_file.user_frame->function, "(anonymous)");
}

TEST(UserPlace, AnAnonymousFunctionCalledDirectlyKeepsItsOwnName) {
  const UserPlace place =
      user_place({library("add"), user("(anonymous)", 9, 5), user("onClick", 8, 6)});
  EXPECT_EQ(place.user_frame->function, "(anonymous)");
}

TEST(UserPlace, TheTopLevelOfAModuleLendsNoName) {
  const UserPlace place = user_place({library("add"), user("(anonymous)", 9, 5), library("tidy"),
                                      user("Object.<anonymous>", 8, 6)});
  EXPECT_EQ(place.user_frame->function, "(anonymous)");
}

TEST(PackageOf, ReadsNameAndVersionWhereThePathHasThem) {
  EXPECT_EQ(package_of("ml5@1.4.0/dist/ml5.min.js"), "ml5@1.4.0");
  EXPECT_EQ(package_of("https://cdn/npm/@tensorflow/tfjs@4.22.0/dist/tf.js"),
            "@tensorflow/tfjs@4.22.0");
  EXPECT_EQ(package_of("node_modules/@tensorflow/tfjs-core/dist/x.js"), "@tensorflow/tfjs-core");
  EXPECT_EQ(package_of("node_modules/nsfwjs/dist/x.js"), "nsfwjs");
  EXPECT_EQ(package_of("sketch.js"), "");
}

}  // namespace
}  // namespace tensorleak::analysis

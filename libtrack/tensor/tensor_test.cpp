#include <gmock/gmock.h>

#include <cstdint>
#include <stdexcept>

#include <track/track.hpp>

#include "libtrack/tensor/recorded_events.hpp"

namespace track {
namespace {

using ::testing::ElementsAre;
using testing::RecordedEvents;

TEST(Shape, KnowsItsElementsAndAxes) {
  const Shape shape(2, 3, 4);
  EXPECT_EQ(shape.elements(), 24U);
  EXPECT_EQ(shape[-1], 4);
  EXPECT_EQ(shape.to_string(), "[2,3,4]");
  EXPECT_EQ(Shape().elements(), 1U);
  EXPECT_THROW(shape[3], std::out_of_range);
}

TEST(Shape, RefusesWhatHasNoNumberOfElements) {
  EXPECT_THROW(Shape(-2).elements(), std::invalid_argument);
  EXPECT_THROW(Shape(INT64_MAX, 2).elements(), std::invalid_argument);
  EXPECT_THROW(Shape(std::vector<std::int64_t>(9, 1)), std::invalid_argument);
}

TEST(DType, HasNames) {
  EXPECT_STREQ(dtype_name(DType::kComplex64), "complex64");
  EXPECT_EQ(dtype_from_name("uint8"), DType::kUint8);
  EXPECT_THROW(dtype_from_name("float8"), std::invalid_argument);
}

TEST(Tensor, HasShapeDtypeAndElements) {
  const OwnedTensor t = owned(tensor({{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(t->shape(), Shape(2, 3));
  EXPECT_EQ(t->dtype(), DType::kFloat32);
  EXPECT_EQ(t->size(), 6U);
  EXPECT_EQ(t->bytes(), 24U);
  EXPECT_THAT(t->data<float>(), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(t->to_vector<std::int64_t>(), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(Tensor, RefusesToBeReadAsAnotherType) {
  const OwnedTensor t = owned(tensor({1, 2}));
  EXPECT_THROW(t->data<double>(), std::invalid_argument);
}

TEST(Tensor, LiesAt64Bytes) {
  for (const int size : {0, 1, 3, 1000}) {
    const OwnedTensor t = owned(zeros({size}, DType::kUint8));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(t->data<std::uint8_t>().data()) % 64, 0U);
  }
}

TEST(Tensor, IdsAreNeverUsedAgain) {
  const Tensor first = scalar(1);
  first.dispose();
  const OwnedTensor second = owned(scalar(1));
  EXPECT_GT(second->id(), first.id());
}

TEST(Tensor, CopyingAHandleMakesNoTensor) {
  const OwnedTensor t = owned(scalar(1));
  const Memory before = memory();
  Tensor copy;
  copy = t;
  EXPECT_EQ(memory().num_tensors, before.num_tensors);
  EXPECT_EQ(copy, t.get());
}

TEST(Tensor, ViewsShareTheBufferUntilTheLastGoes) {
  const Memory before = memory();
  const Tensor base = zeros({2, 3});
  const Tensor flat = base.reshape({-1});
  const Tensor batch = base.expand_dims(0);
  const Tensor same = base.clone();
  EXPECT_EQ(flat.shape(), Shape(6));
  EXPECT_EQ(batch.shape(), Shape(1, 2, 3));
  EXPECT_EQ(memory().num_tensors, before.num_tensors + 4);
  EXPECT_EQ(memory().num_buffers, before.num_buffers + 1);
  EXPECT_EQ(memory().num_bytes, before.num_bytes + 24);
  flat.mutable_data<float>()[4] = 7;
  base.dispose();
  EXPECT_EQ(same.data<float>()[4], 7);
  flat.dispose();
  batch.dispose();
  EXPECT_EQ(memory().num_buffers, before.num_buffers + 1);
  same.dispose();
  EXPECT_EQ(memory().num_buffers, before.num_buffers);
  EXPECT_EQ(memory().num_bytes, before.num_bytes);
  EXPECT_EQ(memory().num_tensors, before.num_tensors);
}

TEST(Tensor, ExpandDimsCountsFromBothEnds) {
  const OwnedTensor t = owned(zeros({2, 3}));
  EXPECT_EQ(owned(t->expand_dims(-1))->shape(), Shape(2, 3, 1));
  EXPECT_EQ(owned(t->expand_dims(1))->shape(), Shape(2, 1, 3));
  EXPECT_THROW(t->expand_dims(3), std::out_of_range);
}

TEST(Tensor, ReshapeRefusesWhatDoesNotFit) {
  const OwnedTensor t = owned(zeros({2, 3}));
  EXPECT_THROW(t->reshape({4}), std::invalid_argument);
  EXPECT_THROW(t->reshape({-1, 4}), std::invalid_argument);
  EXPECT_THROW(t->reshape({-1, -1}), std::invalid_argument);
}

TEST(Tensor, ReportsItsLife) {
  RecordedEvents events;
  const Tensor t = zeros({2, 3});
  const std::string id = std::to_string(t.id());
  name(t, "weights");
  static_cast<void>(t.data<float>());
  t.dispose();
  EXPECT_THAT(events.take(),
              ElementsAre("created " + id + " zeros float32 [2,3] 24 B", "named " + id + " weights",
                          "used " + id + " data", "disposed " + id + " dispose"));
}

TEST(Tensor, DisposingTwiceIsRecordedAndHarmless) {
  RecordedEvents events;
  const Memory before = memory();
  const Tensor t = scalar(1);
  t.dispose();
  t.dispose();
  EXPECT_EQ(events.count("disposed", t), 2U);
  EXPECT_EQ(memory().num_tensors, before.num_tensors);
  EXPECT_EQ(events.count("lost", t), 0U);
}

TEST(Tensor, ReadingADisposedOneThrowsAndIsRecorded) {
  RecordedEvents events;
  const Tensor t = scalar(1);
  t.dispose();
  EXPECT_TRUE(t.is_disposed());
  EXPECT_THROW(t.data<float>(), disposed_error);
  EXPECT_THROW(add(t, t), disposed_error);
  EXPECT_THROW(t.clone(), disposed_error);
  EXPECT_EQ(events.count("used", t), 3U);
  EXPECT_EQ(t.shape(), Shape());
  EXPECT_EQ(t.bytes(), 0U);
}

TEST(Tensor, AnEmptyHandleCannotBeRead) {
  const Tensor empty;
  EXPECT_FALSE(empty);
  EXPECT_TRUE(empty.is_disposed());
  EXPECT_EQ(empty.id(), 0U);
  empty.dispose();
  EXPECT_THROW(static_cast<void>(empty.shape()), disposed_error);
  EXPECT_THROW(empty.data<float>(), disposed_error);
}

TEST(OwnedTensor, DisposesWhenItsLastCopyGoes) {
  RecordedEvents events;
  Tensor handle;
  {
    OwnedTensor first = owned(zeros({4}));
    handle = first;
    const OwnedTensor second = first;
    first.reset();
    EXPECT_FALSE(handle.is_disposed());
  }
  EXPECT_TRUE(handle.is_disposed());
  EXPECT_EQ(events.count("disposed", handle), 1U);
  EXPECT_EQ(events.count("lost", handle), 0U);
}

TEST(OwnedTensor, SaysNothingOfATensorThatIsDisposedAlready) {
  RecordedEvents events;
  const Tensor handle = scalar(1);
  {
    const OwnedTensor owner = owned(handle);
    owner->dispose();
  }
  EXPECT_EQ(events.count("disposed", handle), 1U);
}

TEST(OwnedTensor, IsEmptyByDefault) {
  const OwnedTensor empty;
  EXPECT_FALSE(empty);
  EXPECT_THROW(empty->data<float>(), disposed_error);
}

}  // namespace
}  // namespace track

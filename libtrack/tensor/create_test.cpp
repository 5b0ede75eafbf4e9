#include <gmock/gmock.h>

#include <array>
#include <complex>
#include <limits>

#include <track/track.hpp>

namespace track {
namespace {

using ::testing::ElementsAre;

TEST(Create, EmptyHasRoomForItsElements) {
  const OwnedTensor room = owned(empty({2, 3}));
  EXPECT_EQ(room->bytes(), 24u);
  room->mutable_data<float>()[5] = 7;
  EXPECT_EQ(room->data<float>()[5], 7);
  EXPECT_THAT(owned(empty({2}, DType::kString))->to_vector<std::string>(), ElementsAre("", ""));
}

TEST(Create, OutputOfNeedsItsInputs) {
  const OwnedTensor input = owned(zeros({4}));
  const OwnedTensor output = owned(output_of("nms", {*input}, {2, 2}, DType::kInt32));
  EXPECT_EQ(output->shape(), Shape(2, 2));
  EXPECT_EQ(output->dtype(), DType::kInt32);
  input->dispose();
  EXPECT_THROW(output_of("nms", {*input}, {2}), disposed_error);
}

TEST(Create, NumbersAreFloat32UnlessTold) {
  EXPECT_EQ(owned(tensor({1, 2}))->dtype(), DType::kFloat32);
  EXPECT_EQ(owned(tensor({1.5, 2.0}))->dtype(), DType::kFloat32);
  EXPECT_EQ(owned(tensor({1, 2}, DType::kInt32))->dtype(), DType::kInt32);
  EXPECT_EQ(owned(tensor({true, false}))->dtype(), DType::kBool);
  EXPECT_EQ(owned(tensor({std::complex<float>(1, 2)}))->dtype(), DType::kComplex64);
}

TEST(Create, ListsTakeAShape) {
  const OwnedTensor t = owned(tensor({1, 2, 3, 4}, {2, 2}));
  EXPECT_EQ(t->shape(), Shape(2, 2));
  EXPECT_THROW(tensor({1, 2, 3}, {2, 2}), std::invalid_argument);
}

TEST(Create, NestedListsAreRows) {
  EXPECT_EQ(owned(tensor({{1, 2}, {3, 4}, {5, 6}}))->shape(), Shape(3, 2));
  EXPECT_THROW(tensor({{1, 2}, {3}}), std::invalid_argument);
}

TEST(Create, MemoryKeepsItsType) {
  const std::vector<std::int16_t> values = {1, -2, 3};
  const OwnedTensor t = owned(tensor(values));
  EXPECT_EQ(t->dtype(), DType::kInt16);
  EXPECT_THAT(t->data<std::int16_t>(), ElementsAre(1, -2, 3));
  const std::array<float, 4> four = {1, 2, 3, 4};
  EXPECT_EQ(owned(tensor(std::span<const float>(four), {2, 2}))->shape(), Shape(2, 2));
}

TEST(Create, TextsAreCountedByTheirLength) {
  const Memory before = memory();
  const Tensor t = tensor({"leak", "a tensor that is longer than any small string"});
  EXPECT_EQ(t.dtype(), DType::kString);
  EXPECT_EQ(t.bytes(), 49U);
  EXPECT_EQ(memory().num_bytes, before.num_bytes + 49);
  EXPECT_EQ(t.data<std::string>()[0], "leak");
  t.dispose();
  EXPECT_EQ(memory().num_bytes, before.num_bytes);
}

TEST(Create, FillsEveryDtype) {
  for (const DType dtype :
       {DType::kFloat16, DType::kFloat32, DType::kFloat64, DType::kInt8, DType::kInt16,
        DType::kInt32, DType::kInt64, DType::kUint8, DType::kBool, DType::kComplex64}) {
    EXPECT_THAT(owned(ones({2}, dtype))->to_vector<float>(), ElementsAre(1, 1))
        << dtype_name(dtype);
    EXPECT_THAT(owned(zeros({2}, dtype))->to_vector<bool>(), ElementsAre(false, false));
    EXPECT_EQ(owned(zeros({2}, dtype))->bytes(), 2 * element_size(dtype));
  }
  EXPECT_THAT(owned(fill({2}, 2.5))->data<float>(), ElementsAre(2.5, 2.5));
  EXPECT_EQ(owned(fill({}, "x"))->data<std::string>()[0], "x");
  EXPECT_EQ(owned(scalar("x"))->data<std::string>()[0], "x");
  EXPECT_EQ(owned(scalar(3))->shape(), Shape());
}

TEST(Create, RangesAndSteps) {
  EXPECT_THAT(owned(range(2, 9, 3))->data<float>(), ElementsAre(2, 5, 8));
  EXPECT_THAT(owned(range(3, 0, -1, DType::kInt32))->data<std::int32_t>(), ElementsAre(3, 2, 1));
  EXPECT_EQ(owned(range(1, 0))->size(), 0U);
  EXPECT_THROW(range(0, 1, 0), std::invalid_argument);
  EXPECT_THAT(owned(linspace(0, 1, 5))->data<float>(), ElementsAre(0, .25, .5, .75, 1));
  EXPECT_THAT(owned(linspace(4, 9, 1))->data<float>(), ElementsAre(4));
}

TEST(Create, PixelsAreInt32) {
  const std::array<std::uint8_t, 6> pixels = {0, 1, 2, 253, 254, 255};
  const OwnedTensor t = owned(from_pixels(pixels.data(), 1, 2, 3));
  EXPECT_EQ(t->shape(), Shape(1, 2, 3));
  EXPECT_THAT(t->data<std::int32_t>(), ElementsAre(0, 1, 2, 253, 254, 255));
}

TEST(Cast, CutsFractionsAndBounds) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const OwnedTensor t = owned(tensor({-1.9, 1.9, 300.0, -1e30, nan}, DType::kFloat64));
  EXPECT_THAT(t->to_vector<std::int8_t>(), ElementsAre(-1, 1, 127, -128, 0));
  EXPECT_THAT(t->to_vector<std::uint8_t>(), ElementsAre(0, 1, 255, 0, 0));
  EXPECT_THAT(t->to_vector<bool>(), ElementsAre(true, true, true, true, true));
}

TEST(Cast, RefusesTexts) {
  const OwnedTensor text = owned(tensor({"1"}));
  EXPECT_THROW(cast(text, DType::kFloat32), std::invalid_argument);
}

TEST(Cast, ToTheSameDtypeIsAView) {
  const OwnedTensor t = owned(tensor({1, 2}));
  const Memory before = memory();
  const OwnedTensor same = owned(cast(t, DType::kFloat32));
  EXPECT_EQ(memory().num_buffers, before.num_buffers);
  EXPECT_EQ(memory().num_tensors, before.num_tensors + 1);
}

TEST(Float16, RoundsToNearest) {
  EXPECT_EQ(Float16(1.0F).bits, 0x3C00);
  EXPECT_EQ(Float16(65504.0F).bits, 0x7BFF);
  EXPECT_EQ(Float16(1e6F).bits, 0x7C00);
  EXPECT_EQ(static_cast<float>(Float16(0.1F)), 0.0999755859375F);
}

}  // namespace
}  // namespace track

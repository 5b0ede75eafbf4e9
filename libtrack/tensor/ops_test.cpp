#include <gmock/gmock.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

#include <track/track.hpp>

#include "libtrack/tensor/recorded_events.hpp"

namespace track {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;
using testing::RecordedEvents;

class Ops : public ::testing::Test {
 protected:
  TidyScope scope_;  // disposes what a test makes
};

std::vector<float> values(const Tensor& tensor) {
  return tensor.to_vector<float>();
}

TEST_F(Ops, ArithmeticGoesElementByElement) {
  const Tensor a = tensor({1, 2, 3});
  const Tensor b = tensor({4, 5, 8});
  EXPECT_THAT(values(add(a, b)), ElementsAre(5, 7, 11));
  EXPECT_THAT(values(sub(a, b)), ElementsAre(-3, -3, -5));
  EXPECT_THAT(values(mul(a, b)), ElementsAre(4, 10, 24));
  EXPECT_THAT(values(div(b, a)), ElementsAre(4, 2.5, FloatNear(2.6666667F, 1e-6F)));
}

TEST_F(Ops, ReportsWhatTheyReadAndMake) {
  RecordedEvents events;
  const Tensor a = scalar(1);
  const Tensor b = scalar(2);
  const Tensor c = add(a, b);
  EXPECT_EQ(events.count("used " + std::to_string(a.id()) + " add"), 1U);
  EXPECT_EQ(events.count("used " + std::to_string(b.id()) + " add"), 1U);
  EXPECT_EQ(events.count("created " + std::to_string(c.id()) + " add float32 [] 4 B"), 1U);
}

TEST_F(Ops, ShapesAreBroadcast) {
  const Tensor matrix = tensor({{1, 2, 3}, {4, 5, 6}});
  EXPECT_THAT(values(add(matrix, tensor({10, 20, 30}))), ElementsAre(11, 22, 33, 14, 25, 36));
  EXPECT_THAT(values(sub(scalar(1), matrix)), ElementsAre(0, -1, -2, -3, -4, -5));
  const Tensor outer = mul(tensor({{1}, {2}}), tensor({{3, 4}}));
  EXPECT_EQ(outer.shape(), Shape(2, 2));
  EXPECT_THAT(values(outer), ElementsAre(3, 4, 6, 8));
  EXPECT_EQ(add(zeros({0, 3}), scalar(1)).shape(), Shape(0, 3));
  EXPECT_THROW(add(matrix, tensor({1, 2})), std::invalid_argument);
}

TEST_F(Ops, DtypesBecomeTheWider) {
  const auto type = [](DType a, DType b) { return add(ones({2}, a), ones({2}, b)).dtype(); };
  EXPECT_EQ(type(DType::kBool, DType::kBool), DType::kInt32);
  EXPECT_EQ(type(DType::kBool, DType::kUint8), DType::kUint8);
  EXPECT_EQ(type(DType::kUint8, DType::kInt8), DType::kInt16);
  EXPECT_EQ(type(DType::kUint8, DType::kInt64), DType::kInt64);
  EXPECT_EQ(type(DType::kInt64, DType::kFloat16), DType::kFloat16);
  EXPECT_EQ(type(DType::kFloat64, DType::kFloat32), DType::kFloat64);
  EXPECT_EQ(type(DType::kComplex64, DType::kFloat64), DType::kComplex64);
  EXPECT_THROW(add(scalar("a"), scalar(1)), std::invalid_argument);
  EXPECT_THROW(add(scalar("a"), scalar("b")), std::invalid_argument);
}

TEST_F(Ops, IntegersWrapAroundAndDivideAsFloats) {
  const Tensor big = tensor({127, -128}, DType::kInt8);
  EXPECT_THAT(add(big, big).to_vector<std::int32_t>(), ElementsAre(-2, 0));
  const Tensor most = fill({1}, 9.3e18, DType::kInt64);
  EXPECT_THAT(add(most, most).data<std::int64_t>(), ElementsAre(-2));
  const Tensor quotient = div(tensor({1, 1}, DType::kInt32), tensor({2, 0}, DType::kInt32));
  EXPECT_EQ(quotient.dtype(), DType::kFloat32);
  EXPECT_THAT(values(quotient), ElementsAre(0.5, std::numeric_limits<float>::infinity()));
}

TEST_F(Ops, UnaryOnes) {
  const Tensor a = tensor({-2, 0, 3});
  EXPECT_THAT(values(square(a)), ElementsAre(4, 0, 9));
  EXPECT_THAT(values(relu(a)), ElementsAre(0, 0, 3));
  EXPECT_THAT(values(abs(a)), ElementsAre(2, 0, 3));
  const Tensor i = cast(a, DType::kInt16);
  EXPECT_THAT(relu(i).data<std::int16_t>(), ElementsAre(0, 0, 3));
  EXPECT_THAT(abs(i).data<std::int16_t>(), ElementsAre(2, 0, 3));
  EXPECT_TRUE(std::isnan(values(relu(scalar(std::nan(""))))[0]));
  const Tensor c = tensor({std::complex<float>(3, 4)});
  EXPECT_THAT(abs(c).data<float>(), ElementsAre(5));
  EXPECT_THROW(relu(c), std::invalid_argument);
}

TEST_F(Ops, MatrixProducts) {
  const Tensor a = tensor({{1, 2, 3}, {4, 5, 6}});
  const Tensor b = tensor({{7, 8}, {9, 10}, {11, 12}});
  const Tensor product = matmul(a, b);
  EXPECT_EQ(product.shape(), Shape(2, 2));
  EXPECT_THAT(values(product), ElementsAre(58, 64, 139, 154));
  const Tensor ints = matmul(cast(a, DType::kInt32), cast(b, DType::kInt32));
  EXPECT_THAT(ints.data<std::int32_t>(), ElementsAre(58, 64, 139, 154));
  const Tensor batch = matmul(tensor({1, 2, 3, 4}, {2, 1, 2}), tensor({1, 1, 2, 2}, {2, 2, 1}));
  EXPECT_EQ(batch.shape(), Shape(2, 1, 1));
  EXPECT_THAT(values(batch), ElementsAre(3, 14));
  EXPECT_THAT(values(matmul(zeros({1, 0}), zeros({0, 2}))), ElementsAre(0, 0));
  EXPECT_THROW(matmul(a, a), std::invalid_argument);
  EXPECT_THROW(matmul(a, tensor({1, 2, 3})), std::invalid_argument);
}

TEST_F(Ops, SumsAndMeans) {
  const Tensor a = tensor({{1, 2, 3}, {4, 5, 6}});
  EXPECT_THAT(values(sum(a)), ElementsAre(21));
  EXPECT_THAT(values(sum(a, 0)), ElementsAre(5, 7, 9));
  EXPECT_THAT(values(sum(a, -1)), ElementsAre(6, 15));
  EXPECT_EQ(sum(a, 1, true).shape(), Shape(2, 1));
  EXPECT_THAT(values(mean(a)), ElementsAre(3.5));
  EXPECT_THAT(values(mean(a, 0)), ElementsAre(2.5, 3.5, 4.5));
  EXPECT_THAT(values(mean(tensor({1, 2}, DType::kInt32))), ElementsAre(1.5));
  EXPECT_EQ(sum(ones({3}, DType::kBool)).dtype(), DType::kInt32);
  EXPECT_THAT(values(sum(zeros({0}))), ElementsAre(0));
  EXPECT_TRUE(std::isnan(values(mean(zeros({0})))[0]));
  EXPECT_THROW(sum(a, 2), std::out_of_range);
}

TEST_F(Ops, Concat) {
  const Tensor a = tensor({{1, 2}, {3, 4}});
  const Tensor b = tensor({{5, 6}});
  EXPECT_THAT(values(concat({a, b})), ElementsAre(1, 2, 3, 4, 5, 6));
  const Tensor wide = concat({a, a.clone()}, 1);
  EXPECT_EQ(wide.shape(), Shape(2, 4));
  EXPECT_THAT(values(wide), ElementsAre(1, 2, 1, 2, 3, 4, 3, 4));
  EXPECT_EQ(concat({tensor({"a"}), tensor({"bc"})}).bytes(), 3U);
  EXPECT_THROW(concat({a, b}, 1), std::invalid_argument);
  EXPECT_THROW(concat({a, cast(b, DType::kInt32)}), std::invalid_argument);
  EXPECT_THROW(concat(std::initializer_list<Tensor>{}), std::invalid_argument);
}

TEST_F(Ops, Slice) {
  const Tensor a = tensor({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {3, 2, 2});
  const Tensor block = slice(a, {1, 0, 1}, {2, -1, 1});
  EXPECT_EQ(block.shape(), Shape(2, 2, 1));
  EXPECT_THAT(values(block), ElementsAre(5, 7, 9, 11));
  EXPECT_EQ(slice(tensor({"a", "b"}), {1}, {1}).data<std::string>()[0], "b");
  EXPECT_EQ(slice(a, {3, 0, 0}, {0, 2, 2}).size(), 0U);
  EXPECT_THROW(slice(a, {2, 0, 0}, {2, 1, 1}), std::out_of_range);
  EXPECT_THROW(slice(a, {0}, {1}), std::invalid_argument);
}

// The known values are those of TensorFlow for the same image and arguments.
TEST_F(Ops, ResizeBilinear) {
  const Tensor image = tensor({1, 2, 3, 4}, {2, 2, 1});
  EXPECT_THAT(values(resize_bilinear(image, 4, 4)),
              ElementsAre(1, 1.5, 2, 2, 2, 2.5, 3, 3, 3, 3.5, 4, 4, 3, 3.5, 4, 4));
  EXPECT_THAT(values(resize_bilinear(image, 3, 3, PixelCenters::kAlignCorners)),
              ElementsAre(1, 1.5, 2, 2, 2.5, 3, 3, 3.5, 4));
  EXPECT_THAT(
      values(resize_bilinear(image, 4, 4, PixelCenters::kHalf)),
      ElementsAre(1, 1.25, 1.75, 2, 1.5, 1.75, 2.25, 2.5, 2.5, 2.75, 3.25, 3.5, 3, 3.25, 3.75, 4));
}

TEST_F(Ops, ResizeBilinearOfBatchesAndChannels) {
  const Tensor batch = tensor({0, 10, 2, 20, 4, 30, 6, 40}, {2, 1, 2, 2});
  const Tensor small = resize_bilinear(cast(batch, DType::kUint8), 1, 1, PixelCenters::kHalf);
  EXPECT_EQ(small.shape(), Shape(2, 1, 1, 2));
  EXPECT_EQ(small.dtype(), DType::kFloat32);
  EXPECT_THAT(values(small), ElementsAre(1, 15, 5, 35));
  EXPECT_THROW(resize_bilinear(batch, 0, 1), std::invalid_argument);
  EXPECT_THROW(resize_bilinear(tensor({1, 2}), 1, 1), std::invalid_argument);
}

TEST_F(Ops, Text) {
  EXPECT_EQ(to_string(scalar(0.1)), "0.1");
  EXPECT_EQ(to_string(tensor({{1.0, 2.0}, {3.0, 4.5}})), "[[1, 2],\n [3, 4.5]]");
  EXPECT_EQ(to_string(range(0, 100)), "[0, 1, 2, ..., 97, 98, 99]");
  EXPECT_EQ(to_string(tensor({"a"})), "[\"a\"]");
  EXPECT_EQ(to_string(tensor({true, false})), "[true, false]");
  EXPECT_EQ(to_string(tensor({std::complex<float>(1, -2)})), "[1-2i]");
  EXPECT_EQ(to_string(zeros({0})), "[]");
}

}  // namespace
}  // namespace track

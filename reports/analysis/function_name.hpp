// Names of functions as compilers and demanglers give them.
#pragma once

#include <string>
#include <string_view>

namespace tensorleak::analysis {

/// The part of a C++ function's name that is the same in every build: without return type,
/// namespaces, classes, template arguments, parameters and clone suffixes. "void a::(anonymous
/// namespace)::B<int>::f(char)" is "f", a lambda is "operator()". Of an inlined call debug
/// information has no more than that. Names of other languages stay as they are.
std::string unqualified(std::string_view function);

/// A C++ function's name as people say it: with namespaces and classes, and without the rest; a
/// lambda is "f::operator()". Names of other languages stay as they are.
std::string without_parameters(std::string_view function);

}  // namespace tensorleak::analysis

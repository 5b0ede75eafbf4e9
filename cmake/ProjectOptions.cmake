# Language, warnings, sanitizers and the two helpers with which every room declares itself.

option(TENSORLEAK_BUILD_TESTS "Build the tests" ON)
option(TENSORLEAK_WERROR "Treat warnings as errors" ON)
set(TENSORLEAK_SANITIZE "" CACHE STRING "Sanitizers for -fsanitize=, such as address,undefined")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

add_library(tensorleak_options INTERFACE)
target_include_directories(tensorleak_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(tensorleak_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
  -Wno-missing-field-initializers  # designated initializers name what differs from the default
  -Wno-restrict  # g++ 12 reports it wrongly for std::string (GCC bug 105651)
  $<$<BOOL:${TENSORLEAK_WERROR}>:-Werror>)
if(TENSORLEAK_SANITIZE)
  target_compile_options(tensorleak_options INTERFACE
    -fsanitize=${TENSORLEAK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(tensorleak_options INTERFACE -fsanitize=${TENSORLEAK_SANITIZE})
endif()

# tensorleak_room(NAME SOURCES... [LINK libraries...]): a static library for one folder.
function(tensorleak_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ROOM_SOURCES})
  target_link_libraries(${name} PUBLIC tensorleak_options ${ROOM_LINK})
endfunction()

# tensorleak_tests(NAME SOURCES... LINK libraries...): a GoogleTest program, one CTest entry a test.
function(tensorleak_tests name)
  if(NOT TENSORLEAK_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(TESTS "" "" "SOURCES;LINK;DEFINITIONS" ${ARGN})
  add_executable(${name} ${TESTS_SOURCES})
  target_link_libraries(${name} PRIVATE ${TESTS_LINK} GTest::gmock_main)
  target_compile_definitions(${name} PRIVATE
    TENSORLEAK_SOURCE_DIR="${PROJECT_SOURCE_DIR}" ${TESTS_DEFINITIONS})
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()

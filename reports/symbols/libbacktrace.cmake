# Finds libbacktrace, which GCC ships in a folder of its own version, and makes of it a copy that
# calls libbacktrace_hooks.cpp, where the reasons are given. Gives the target
# tensorleak_libbacktrace.

set(folders)
foreach(gcc IN ITEMS /usr/lib/gcc /usr/lib64/gcc /usr/local/lib/gcc)
  file(GLOB versions LIST_DIRECTORIES true ${gcc}/*/*)
  list(SORT versions COMPARE NATURAL ORDER DESCENDING)
  list(APPEND folders ${versions})
endforeach()
find_path(LIBBACKTRACE_INCLUDE_DIR backtrace.h PATHS ${folders} PATH_SUFFIXES include)
find_library(LIBBACKTRACE_LIBRARY libbacktrace.a PATHS ${folders})
if(NOT LIBBACKTRACE_INCLUDE_DIR OR NOT LIBBACKTRACE_LIBRARY OR NOT CMAKE_OBJCOPY OR NOT CMAKE_AR)
  message(FATAL_ERROR
    "libbacktrace.a and backtrace.h, or objcopy, are not there. On Debian and Ubuntu they are in "
    "libgcc-VERSION-dev (comes with g++) and binutils; elsewhere build "
    "https://github.com/ianlancetaylor/libbacktrace and set LIBBACKTRACE_LIBRARY and "
    "LIBBACKTRACE_INCLUDE_DIR. -DTENSORLEAK_SYMBOLS=none builds without: reports of native "
    "programs then show module+offset instead of names.")
endif()

set(copy ${CMAKE_CURRENT_BINARY_DIR}/libbacktrace)
set(archive ${copy}/libtensorleak_libbacktrace.a)
# The header's own folder is full of others that must not come before the compiler's.
configure_file(${LIBBACKTRACE_INCLUDE_DIR}/backtrace.h ${copy}/include/backtrace.h COPYONLY)
file(MAKE_DIRECTORY ${copy})
file(COPY_FILE ${LIBBACKTRACE_LIBRARY} ${archive})
execute_process(COMMAND ${CMAKE_AR} x ${archive} elf.o
  WORKING_DIRECTORY ${copy} COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${CMAKE_OBJCOPY}
    --redefine-sym dl_iterate_phdr=tensorleak_symbols_iterate_phdr
    --redefine-sym backtrace_dwarf_add=tensorleak_symbols_dwarf_add
    elf.o
  WORKING_DIRECTORY ${copy} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_AR} r ${archive} elf.o
  WORKING_DIRECTORY ${copy} COMMAND_ERROR_IS_FATAL ANY)
add_library(tensorleak_libbacktrace STATIC IMPORTED GLOBAL)
set_target_properties(tensorleak_libbacktrace PROPERTIES
  IMPORTED_LOCATION ${archive}
  INTERFACE_INCLUDE_DIRECTORIES ${copy}/include)

# Finds LLVM libunwind 19 and makes libunwind-private.o of it: one object that offers unw_* alone.
# It also defines the _Unwind_* names of libgcc_s; kept local here, they can neither be exported nor
# catch libtrack's own landing pads, which belong to the unwinder that throws.

set(TENSORLEAK_LIBUNWIND_ROOT "" CACHE PATH
    "Prefix with lib/libunwind.a and include/libunwind.h of LLVM 19; empty: searched for")
option(TENSORLEAK_FETCH_LIBUNWIND
       "Run scripts/fetch-libunwind where LLVM libunwind 19 is not installed" ON)

set(fetched ${CMAKE_BINARY_DIR}/libunwind)

macro(tensorleak_find_libunwind)
  set(prefixes ${TENSORLEAK_LIBUNWIND_ROOT} /usr/lib/llvm-19 ${fetched}/usr/lib/llvm-19)
  find_library(TENSORLEAK_LIBUNWIND_ARCHIVE libunwind.a
               PATHS ${prefixes} PATH_SUFFIXES lib NO_DEFAULT_PATH)
  find_path(TENSORLEAK_LIBUNWIND_INCLUDE_DIR libunwind.h
            PATHS ${prefixes} PATH_SUFFIXES include NO_DEFAULT_PATH)
endmacro()

tensorleak_find_libunwind()
if(NOT TENSORLEAK_LIBUNWIND_ARCHIVE AND TENSORLEAK_FETCH_LIBUNWIND)
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/fetch-libunwind ${fetched})
  tensorleak_find_libunwind()
endif()
if(NOT TENSORLEAK_LIBUNWIND_ARCHIVE OR NOT TENSORLEAK_LIBUNWIND_INCLUDE_DIR)
  message(FATAL_ERROR
    "LLVM libunwind 19 is missing: install libunwind-19-dev, or run\n"
    "  scripts/fetch-libunwind ${fetched}\n"
    "or give its prefix as TENSORLEAK_LIBUNWIND_ROOT.")
endif()

set(functions getcontext init_local step get_reg set_reg get_proc_info is_signal_frame)
list(TRANSFORM functions PREPEND unw_)
list(TRANSFORM functions PREPEND --undefined= OUTPUT_VARIABLE wanted)
list(TRANSFORM functions PREPEND --keep-global-symbol= OUTPUT_VARIABLE kept)
set(TENSORLEAK_LIBUNWIND_OBJECT ${CMAKE_CURRENT_BINARY_DIR}/libunwind-private.o)
add_custom_command(
  OUTPUT ${TENSORLEAK_LIBUNWIND_OBJECT}
  COMMAND ${CMAKE_LINKER} -r -o ${TENSORLEAK_LIBUNWIND_OBJECT} ${wanted}
          ${TENSORLEAK_LIBUNWIND_ARCHIVE}
  COMMAND ${CMAKE_OBJCOPY} ${kept} ${TENSORLEAK_LIBUNWIND_OBJECT}
  DEPENDS ${TENSORLEAK_LIBUNWIND_ARCHIVE}
  COMMENT "Hiding LLVM libunwind's _Unwind_* names"
  VERBATIM)
set_source_files_properties(${TENSORLEAK_LIBUNWIND_OBJECT} PROPERTIES
  EXTERNAL_OBJECT TRUE GENERATED TRUE)

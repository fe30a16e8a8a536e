# Compiler flags, in one INTERFACE target that every library links.
add_library(chert_flags INTERFACE)
target_include_directories(chert_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_definitions(chert_flags INTERFACE _GNU_SOURCE)
target_compile_options(chert_flags INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wsign-conversion -Wcast-qual
  -Wcast-align -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wundef -Wvla
  -Wwrite-strings -Wformat=2 -Wnull-dereference -Wdouble-promotion -Wswitch-enum
  -fvisibility=hidden -fno-common)
set(CMAKE_C_FLAGS_RELEASE "-O3 -g1")
set(CMAKE_C_FLAGS_DEBUG "-O1 -g")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(CHERT_SANITIZE)
  target_compile_options(chert_flags INTERFACE -fsanitize=${CHERT_SANITIZE}
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(chert_flags INTERFACE -fsanitize=${CHERT_SANITIZE})
endif()
if(CHERT_COVERAGE)
  target_compile_options(chert_flags INTERFACE --coverage -O0)
  target_link_options(chert_flags INTERFACE --coverage)
endif()

# cmake -D INPUT=file -D OUTPUT=file.c -D NAME=symbol -P embed.cmake
# Writes the bytes of INPUT as the C array NAME, and their number as NAME_size.
file(READ ${INPUT} bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
if(size EQUAL 0)
  set(bytes "00") # C has no empty arrays
endif()
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "#include <stddef.h>

extern const unsigned char ${NAME}[];
extern const size_t ${NAME}_size;

_Alignas(16) const unsigned char ${NAME}[] = {
${bytes}
};
const size_t ${NAME}_size = ${size};
")

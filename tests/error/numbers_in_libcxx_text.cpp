/* As in numbers_in_text.cpp, with libc++, whose string has its pointer last and short text in itself. */
// error: numbers_in_text.cpp:[0-9]+:[0-9]+: error: numbers that 'std::.*append.* keeps in text lose their derivative
// flags: -stdlib=libc++
// levels: O0 O2
#include "error/numbers_in_text.cpp"

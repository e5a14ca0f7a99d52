/* As in numbers_in_joined_text.cpp, with libc++, which inlines more of it: short text moves as a part of its string. */
// error: error: numbers that 'std::.*basic_string.* keeps in text lose their derivative
// flags: -g -std=c++17 -stdlib=libc++
// levels: O0 raw O1 O2
#include "error/numbers_in_joined_text.cpp"

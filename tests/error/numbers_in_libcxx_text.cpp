/* As in numbers_in_text.cpp and numbers_copied_out_of_text.cpp, with libc++, whose short text lies in the string. */
// error: error: numbers that 'std::.*append.* keeps in text lose their derivative
// error: numbers_copied_out_of_text.cpp:[0-9]+:[0-9]+:
// error: numbers_in_text.cpp:[0-9]+:[0-9]+:
// flags: -stdlib=libc++
// levels: O0 O2
#include "error/numbers_copied_out_of_text.cpp"
#include "error/numbers_in_text.cpp"

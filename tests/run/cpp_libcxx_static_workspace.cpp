// needs: echo "#include <vector>" | clang++-22 -stdlib=libc++ -x c++ -fsyntax-only -
// flags: -stdlib=libc++
// link: -stdlib=libc++
// levels: O1 O2 O3 fast
/* The vectors of the other standard library. */
#include "run/cpp_static_workspace.cpp"

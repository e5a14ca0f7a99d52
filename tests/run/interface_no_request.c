/* A file that asks for nothing passes through unchanged. */
#include "oracle.h"
int main(void) {
  CLOSE(sqrt(4), 2);
  return oracle_exit();
}

/* GPT-2: matrix product, eight rows at a time. */
#define FORWARD matmul_forward
#include "gpt2_matmul.h"

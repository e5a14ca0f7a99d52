/* GPT-2: matrix product as three plain loops. */
#define FORWARD matmul_forward_naive
#include "gpt2_matmul.h"

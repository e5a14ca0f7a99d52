// flags: -fno-exceptions -DRECORDED
// Without exceptions: forward from the recorded run of virtual calls, too, when the input is gone.
#include "interface_split_virtual.cpp"

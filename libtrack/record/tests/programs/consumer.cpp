// The same program as consumer.c, in C++: built plainly, without exceptions and RTTI, with hidden
// visibility and link-time optimisation, and without the library.
#include "libtrack/record/tests/programs/consumer.c"  // NOLINT(bugprone-suspicious-include)

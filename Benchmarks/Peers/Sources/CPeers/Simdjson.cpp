// The library itself, compiled with the flags of the reader: `run` fetches it, and names its folder to the compiler.
#include <simdjson.cpp>

#include "vec_probe_kernels.h"

#include "ntt/ntt_kernels.h"

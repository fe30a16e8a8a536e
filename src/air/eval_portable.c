#include "air/eval_kernels.h"
#include "air/scan_kernels.h"

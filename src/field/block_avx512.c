#include "field/block_kernels.h"

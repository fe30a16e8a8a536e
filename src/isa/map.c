/* The list of regions, as the statement's key has it. */
#include "isa/map.h"

const struct map_region map_regions[MAP_N_REGIONS] = {
    {MAP_RAM_START, MAP_GUARD_START, MAP_RAM},
    {MAP_GUARD_END, MAP_STACK_TOP, MAP_RAM},
    {MAP_INPUT_START, MAP_INPUT_END, MAP_INPUT},
};

/*
 * Goal: order, memory, calls and output cannot be other than the machine's.
 * Method: the lies of lies_flow.c, lies_memory.c and lies_calls.c, told one by one (liar.h).
 */
#include "forgery/lies.h"

int main(void)
{
    return liar_run("forgery.flow", &liar_everything, lies_flow, n_lies_flow) |
           liar_run("forgery.memory", &liar_everything, lies_memory, n_lies_memory) |
           liar_run("forgery.calls", &liar_everything, lies_calls, n_lies_calls) |
           liar_run("forgery.refresh", &liar_rester, lies_refresh, n_lies_refresh);
}

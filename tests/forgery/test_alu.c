/*
 * Goal: no result of arithmetic can be another than the machine's.
 * Method: the lies of lies_alu.c, told one by one (liar.h).
 */
#include "forgery/lies.h"

int main(void)
{
    return liar_run("forgery.alu", &liar_everything, lies_alu, n_lies_alu);
}

/* bzip2: text of as many bytes as the input says (u64, 2,000 without one) compressed, blocks of
 * 100 kB, and expanded again. */
#include <bzlib.h>

#include "mix.h"

static char text[MIX_MOST];
static char back[MIX_MOST];
static char packed[MIX_MOST + MIX_MOST / 50 + 600];

/* What the library, built without stdio, calls when it finds itself broken. */
void bz_internal_error(int code);

void bz_internal_error(int code)
{
    (void)code;
    chert_panic("bzip2: internal error");
}

int main(void)
{
    unsigned n = (unsigned)mix_size(2000);
    unsigned packed_size = sizeof(packed);
    unsigned back_size = n;

    mix_text(text, n, 1);
    if (BZ2_bzBuffToBuffCompress(packed, &packed_size, text, n, 1, 0, 0) != BZ_OK ||
        BZ2_bzBuffToBuffDecompress(back, &back_size, packed, packed_size, 0, 0) != BZ_OK ||
        back_size != n || memcmp(text, back, n) != 0) {
        put_text("bzip2: the text did not come back\n");
        return 1;
    }
    mix_report("bzip2: bytes", packed_size);
    mix_report("bzip2: checksum", mix_checksum(packed, packed_size));
    return 0;
}

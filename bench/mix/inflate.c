/* zlib: text of as many bytes as the input says (u64, 4,000 without one) deflated, level 6, and
 * inflated again. */
#include <zlib.h>

#include "mix.h"

static char text[MIX_MOST];
static char back[MIX_MOST];
static Bytef packed[MIX_MOST + 1000];

int main(void)
{
    size_t n = mix_size(4000);
    uLongf packed_size = sizeof(packed);
    uLongf back_size = n;

    mix_text(text, n, 1);
    if (compress2(packed, &packed_size, (const Bytef *)text, n, 6) != Z_OK ||
        uncompress((Bytef *)back, &back_size, packed, packed_size) != Z_OK || back_size != n ||
        memcmp(text, back, n) != 0) {
        put_text("inflate: the text did not come back\n");
        return 1;
    }
    mix_report("inflate: bytes", packed_size);
    mix_report("inflate: checksum", mix_checksum(packed, packed_size));
    return 0;
}

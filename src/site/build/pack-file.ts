import { copyFileSync, linkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isPacked } from '#src/site/site-record.ts';

const PRODUCT = /^(?:\w\w\/)?product\//;
/** Few people open the pages of a list from the fourth on, and hundreds of them change when an early product sells out. */
const DEEP_IN_A_LIST = /^(?:\w\w\/)?(?:instock|offers|(?:category|groups)\/[^/]+)\/(?:[4-9]|\d\d+)\//;

/** A product page above this size is compressed at the best quality, because page and head must fit in 13 KiB. */
const MOST_BYTES = 9_900;

/** So many new product pages of one build get a high quality: all of a small shop, or what changes in a day of a large one. */
const WELL_PACKED_PRODUCTS = 700;

/** Writes a .br and a .gz beside a text file, so that serving needs no compression. */
type PackFile = (file: string, name: string, bytes: Buffer) => Promise<void>;

/**
 * Packs the new files of one build. Per page, quality 5 takes about 1 ms, 10 takes 15 times that for 6 % less, 11 twice that
 * again for 2 % less. Files are compressed once and sent often, so quality 5 is for what is many: product pages beyond the
 * first `wellPackedProducts`, and pages deep in a list.
 */
export function createPacker(wellPackedProducts = WELL_PACKED_PRODUCTS): PackFile {
  let products = 0;
  const compress = async (name: string, bytes: Buffer): Promise<Buffer> => {
    const isProduct = PRODUCT.test(name);
    if (DEEP_IN_A_LIST.test(name) || (isProduct && ++products > wellPackedProducts)) return brotli(bytes, 5, 0);
    if (!isProduct) return brotli(bytes, 11, 2);
    const packed = await brotli(bytes, 10, 3);
    return packed.length > MOST_BYTES ? brotli(bytes, 11, 3) : packed;
  };
  return async (file, name, bytes) => {
    if (!isPacked(name)) return;
    const [br, gz] = await Promise.all([compress(name, bytes), promisify(gzip)(bytes, { level: 9 })]);
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  };
}

/** `postfix`: the value with the smallest total for the demo shop. */
const brotli = (bytes: Buffer, quality: number, postfix: number): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
    },
  });

/** Links a compressed file of one build into another, so that it needs no extra space. */
export function linkUnchanged(from: string, to: string): void {
  for (const suffix of isPacked(from) ? ['', '.br', '.gz'] : [''])
    try {
      linkSync(from + suffix, to + suffix);
    } catch (error) {
      // Some file systems do not support links.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
      copyFileSync(from + suffix, to + suffix);
    }
}

import { copyFileSync, linkSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, type BrotliOptions } from 'node:zlib';
import { handedVariable } from '#src/settings/environment/config.ts';
import { isPacked } from '#src/site/site-record.ts';

const PRODUCT = /^(?:\w\w\/)?product\//;
/** Few people open pages of a list from the fourth on, and hundreds of them change when an early product sells out. */
const DEEP_IN_A_LIST = /^(?:\w\w\/)?(?:instock|offers|(?:category|groups)\/[^/]+)\/(?:[4-9]|\d\d+)\.html$/;

/**
 * The feeds and the sitemap: programs read them, and they contain every product, so most product changes affect them.
 */
const FOR_PROGRAMS = /\.xml$/;

/**
 * With more new product pages than this, a build compresses them fast: a large shop's full build, not a day's changes.
 */
const MOST_WELL_PACKED = 700;

/** PACK_QUALITY: a lower one for builds of tests, which spend most of their time here. */
const BEST = Number(handedVariable('PACK_QUALITY') ?? 11);

/**
 * Writes a .br beside a text file, so that serving needs no compression. For the few clients that accept only gzip, the
 * server compresses on request.
 */
type PackFile = (file: string, name: string, bytes: Buffer) => Promise<void>;

/**
 * Compresses the new files of one build. Per page, quality 5 takes 2 ms and 11 takes 60 ms for 8 % less. Files are
 * compressed once and sent often, so quality 5 is only for many or large files: the product pages of a large shop's
 * full build, pages deep in a list, and files for programs. The other pages of such a build get quality 10: a third of
 * 11's time for 1.5 % more.
 */
export function createPacker(names: readonly string[]): PackFile {
  const isLarge = names.filter((name) => PRODUCT.test(name)).length > MOST_WELL_PACKED;
  const best = isLarge ? Math.min(BEST, 10) : BEST;
  const compress = (name: string, bytes: Buffer): Promise<Buffer> | Buffer => {
    const isProduct = PRODUCT.test(name);
    if (FOR_PROGRAMS.test(name) || DEEP_IN_A_LIST.test(name) || (isLarge && isProduct))
      return brotliCompressSync(bytes, FAST);
    return brotli(bytes, best, best < 10 ? 0 : isProduct ? 3 : 2);
  };
  return async (file, name, bytes) => {
    if (isPacked(name)) writeFileSync(`${file}.br`, await compress(name, bytes));
  };
}

const options = (quality: number, postfix: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
  },
});

/** Used in this thread, because another thread would take as long to receive and return the bytes. */
const FAST = options(5, 0);

/** `postfix`: the value with the smallest total for the demo shop. */
export const brotli = (bytes: Buffer, quality: number, postfix: number): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, options(quality, postfix));

/** Links a compressed file of one build into another, so that it needs no extra space. */
export function linkUnchanged(from: string, to: string): void {
  for (const suffix of isPacked(from) ? ['', '.br'] : [''])
    try {
      linkSync(from + suffix, to + suffix);
    } catch (error) {
      // Some file systems do not support links.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
      copyFileSync(from + suffix, to + suffix);
    }
}

/**
 * The guarantee notice as mails carry it: the Commission's drawing as a PNG file, because mail programs show no SVG.
 */
import sharp from 'sharp';

/** Twice the 544 CSS pixels that a mail has room for. */
const WIDTH = 1088;
/** The drawing is 595 by 842 units wide and high, one unit per pixel at 72 dpi. */
const DENSITY = (72 * WIDTH) / 595;

/** The whole drawing on white, in its own colours. */
export const drawNotice = (language: string) =>
  sharp(`public/notice/legal-guarantee-notice-${language}.svg`, { density: DENSITY })
    .resize(WIDTH)
    .flatten({ background: '#ffffff' });

/** The same with at most 16 shades, which takes a third of the bytes; the drawing has six colours. */
export const packNotice = (language: string): Promise<Buffer> =>
  drawNotice(language).png({ colours: 16, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer();

import { MEDIA_PATH, NO_IMAGE_PATH } from '#src/shared/paths.ts';

/** Widths in px that cards and detail pages use. */
export const PRODUCT_WIDTHS = [240, 400, 800] as const;
export const SLIDE_WIDTHS = [640, 1200] as const;
/** height / width */
export const SLIDE_SHAPE = 0.4;

/** The picture's main colour, shown until it loads; picture-tones.scss has a class for each. */
export const TONES = {
  white: '#fcfbf9',
  cream: '#fcf5de',
  peach: '#f8eee4',
  rose: '#fbeaea',
  lilac: '#f4eff9',
  sky: '#eaf3fb',
  mint: '#edf6ec',
  silver: '#dcdcdc',
} as const;
export type Tone = keyof typeof TONES;

/** A stored picture as the database names it: the stem of its files, and its tone. */
export const pictureName = (stem: string, tone: Tone): string => `${stem}.${tone}`;
export const stemOf = (name: string) => name.replace(/\..*/, '');
export const toneOf = (name: string | null): string | undefined => name?.split('.')[1];

export const avifFile = (stem: string, width: number) => `${stem}-${width}.avif`;
export const fallbackFile = (stem: string) => `${stem}.webp`;

/** The files of a stored picture. */
export const pictureFiles = (name: string, widths: readonly number[]) => [
  ...widths.map((width) => avifFile(stemOf(name), width)),
  fallbackFile(stemOf(name)),
];

/** `srcset` of a stored picture's AVIF files. */
export const avifSources = (name: string, widths: readonly number[]) =>
  widths.map((width) => `${MEDIA_PATH}${avifFile(stemOf(name), width)} ${width}w`).join(', ');

/** The URL of a product picture's largest file. */
export const largestPicture = (name: string) => MEDIA_PATH + avifFile(stemOf(name), Math.max(...PRODUCT_WIDTHS));

/** Width in px of the one picture for browsers without AVIF, and for link previews. */
export const FALLBACK_WIDTH = 640;

/** The picture for a product's link previews; undefined for a product without one. */
export const productPreview = (name: string | null, alt: string) =>
  name === null ? undefined : { path: fallbackImage(name), width: FALLBACK_WIDTH, height: FALLBACK_WIDTH, alt };

/** The URL for browsers without AVIF, link previews and the API; the shop's "no picture" image without one. */
export const fallbackImage = (name: string | null) => (name ? MEDIA_PATH + fallbackFile(stemOf(name)) : NO_IMAGE_PATH);

/** The smallest AVIF file of a picture in the API; undefined for "no picture". */
export const smallAvif = (image: string): string | undefined =>
  image.startsWith(MEDIA_PATH) && image.endsWith('.webp')
    ? avifFile(image.slice(0, -'.webp'.length), PRODUCT_WIDTHS[0])
    : undefined;

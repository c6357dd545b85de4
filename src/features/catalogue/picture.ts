import { MEDIA_PATH, NO_IMAGE_PATH } from '#src/shared/paths.ts';

/** Widths in px that cards and detail pages use. */
export const PRODUCT_WIDTHS = [240, 400, 800] as const;
export const SLIDE_WIDTHS = [640, 1200] as const;

export const avifName = (name: string, width: number) => `${name}-${width}.avif`;
export const fallbackName = (name: string) => `${name}.webp`;

/** `srcset` of a stored picture's AVIF files. */
export const avifSources = (name: string, widths: readonly number[]) =>
  widths.map((width) => `${MEDIA_PATH}${avifName(name, width)} ${width}w`).join(', ');

/** The address for browsers without AVIF, link previews and the API; the shop's "no picture" without one. */
export const fallbackImage = (name: string | null) => (name ? MEDIA_PATH + fallbackName(name) : NO_IMAGE_PATH);

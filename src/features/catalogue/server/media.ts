import { createHash } from 'node:crypto';
import sharp, { type AvifOptions, type Metadata, type Sharp } from 'sharp';
import type { PictureStore } from '#src/server/picture-store.ts';
import {
  avifFile,
  FALLBACK_WIDTH,
  fallbackFile,
  pictureFiles,
  pictureName,
  PRODUCT_WIDTHS,
  SLIDE_SHAPE,
  SLIDE_WIDTHS,
  TONES,
  type Tone,
} from '../picture.ts';
import { toneOfPixels } from './picture-tone.ts';

const MIN_SOURCE_WIDTH = 400;

/** A photo of a phone has 12 to 50 megapixels. */
const MOST_MEGAPIXELS = 60;
/** An AVIF file takes ten times the processor time and five times the memory of the other formats. */
const MOST_AVIF_MEGAPIXELS = 24;

/** How many megapixels a picture of this format may have; sharp calls AVIF `heif`. More would fill the memory. */
export const mostMegapixels = (format: string): number => (format === 'heif' ? MOST_AVIF_MEGAPIXELS : MOST_MEGAPIXELS);

/** An image whose header may be read whatever its size; `isTooLarge` says whether its pixels may be read too. */
export const openImage = (source: Buffer | ArrayBuffer): Sharp => sharp(source, { limitInputPixels: false });

export const isTooLarge = ({ format, width, height }: Pick<Metadata, 'format' | 'width' | 'height'>): boolean =>
  width * height > mostMegapixels(format) * 1e6;
/** Raise this version when the encoding changes, so that the pictures get new addresses. */
const ENCODER_VERSION = '1';

/** Effort 2 takes a fifth of the default's time for some 10 % more bytes, as `npm run bench -- pictures` measures. */
const AVIF = { quality: 55, effort: 2 } as const;

export const encodeAvif = (image: Sharp, options: AvifOptions = AVIF): Sharp => image.avif(options);

export interface PictureKind {
  widths: readonly number[];
  /** width / height */
  ratio: number;
}

export const PRODUCT_PICTURE: PictureKind = { widths: PRODUCT_WIDTHS, ratio: 1 };
export const SLIDE_PICTURE: PictureKind = { widths: SLIDE_WIDTHS, ratio: 1 / SLIDE_SHAPE };

export class PictureError extends Error {
  override name = 'PictureError';
}

/**
 * Stores a picture in all sizes, as AVIF and one WebP, and returns its name, which is a digest of the content. A picture that is
 * already stored is not encoded again. Throws PictureError if the file is no usable picture.
 */
export async function storePicture(pictures: PictureStore, source: Buffer, kind: PictureKind): Promise<string> {
  const stem = pictureStem(source, kind);
  const toneFile = `${stem}.tone`;
  const known = (await pictures.get(toneFile))?.toString() ?? '';
  if (known in TONES && (await areWhole(pictures, pictureFiles(stem, kind.widths)))) return pictureName(stem, known as Tone);

  const original = await decode(source, kind.ratio);
  const save = async (name: string, image: Sharp) => pictures.put(name, await image.toBuffer());
  await Promise.all([
    ...kind.widths.map((width) => save(avifFile(stem, width), encodeAvif(original.clone().resize(width)))),
    save(fallbackFile(stem), original.clone().resize(FALLBACK_WIDTH).webp({ quality: 80 })),
  ]);
  // This file is written last, so that its presence proves that all other files exist.
  const tone = await toneOfPixels(original);
  await pictures.put(toneFile, Buffer.from(tone));
  return pictureName(stem, tone);
}

/** The prefix of all file names of a stored picture. */
export const pictureStem = (source: Uint8Array, kind: PictureKind): string =>
  createHash('sha256')
    .update(JSON.stringify([ENCODER_VERSION, kind]))
    .update(source)
    .digest('hex')
    .slice(0, 12);

const areWhole = async (pictures: PictureStore, names: string[]): Promise<boolean> =>
  (await Promise.all(names.map((name) => pictures.has(name)))).every(Boolean);

async function decode(source: Buffer, ratio: number): Promise<Sharp> {
  if (source.length === 0) throw new PictureError('is empty. Save the picture again.');
  const image = openImage(source);
  const unreadable = () => {
    throw new PictureError('is no picture that can be read. Save it as PNG, JPEG, WebP, AVIF or SVG.');
  };
  const info = await image.metadata().catch(unreadable);
  if (!info.width || !info.height) return unreadable();
  if (isTooLarge(info))
    throw new PictureError(`has more than ${mostMegapixels(info.format)} megapixels. Make it smaller; 1200 px are enough.`);
  if (info.width < MIN_SOURCE_WIDTH) throw new PictureError(`is ${info.width} px wide. Use a picture of 1200 px or more.`);
  const width = Math.min(1200, info.width);
  const pixels = await image
    .rotate() // applies the camera's orientation
    .resize({ width, height: Math.round(width / ratio), fit: 'contain', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 0 })
    .toBuffer()
    .catch(unreadable); // the header is valid, but the rest is damaged
  return sharp(pixels);
}

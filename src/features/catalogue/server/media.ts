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
} from '../pictures/picture.ts';
import { toneOfPixels } from './picture-tone.ts';

const MIN_SOURCE_WIDTH = 400;
const BEST_WIDTH = 1200;
/** Aspect ratios closer than this to the wanted one leave invisible margins. */
const MOST_SKEW = 0.02;

/** The resolution at which sharp draws a vector graphic in its own size, and how often it may be enlarged. */
const CSS_DENSITY = 72;
const MOST_SCALE = 1200;

/** A photo of a phone has 12 to 50 megapixels. */
const MOST_MEGAPIXELS = 60;
/** An AVIF file takes ten times the processor time and five times the memory of the other formats. */
const MOST_AVIF_MEGAPIXELS = 24;

/** Maximum megapixels of a picture in this format; sharp calls AVIF `heif`. More would exhaust memory. */
export const mostMegapixels = (format: string): number => (format === 'heif' ? MOST_AVIF_MEGAPIXELS : MOST_MEGAPIXELS);

/**
 * An image whose header may be read at any size; `isTooLarge` says whether its pixels may be read. `density`: pixels
 * per inch of a drawing.
 */
export const openImage = (source: Buffer | ArrayBuffer, density?: number): Sharp =>
  sharp(source, { limitInputPixels: false, ...(density !== undefined && { density }) });

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
 * Stores a picture in all sizes, as AVIF and one WebP, and returns its name, which is a digest of the content. A stored
 * picture is not encoded again. Throws PictureError if the file is not a usable picture.
 */
export async function storePicture(pictures: PictureStore, source: Buffer, kind: PictureKind): Promise<string> {
  const stem = pictureStem(source, kind);
  const toneFile = `${stem}.tone`;
  const known = (await pictures.get(toneFile))?.toString() ?? '';
  if (known in TONES && (await areWhole(pictures, pictureFiles(stem, kind.widths))))
    return pictureName(stem, known as Tone);

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

/**
 * A hint about a picture of poor quality; undefined for a good one and for a drawing. Reads only its header. Throws
 * PictureError.
 */
export async function findPictureHint(source: Buffer, { ratio }: PictureKind): Promise<string | undefined> {
  const { isDrawing, width, height } = await inspect(source);
  const wanted = { width: BEST_WIDTH, height: Math.round(BEST_WIDTH / ratio) };
  const isCut = Math.abs(width / height / ratio - 1) > MOST_SKEW;
  if (isDrawing || (width >= wanted.width && !isCut)) return undefined;
  return (
    `is ${width} × ${height} px. With ${wanted.width} × ${wanted.height} px or more it is sharp and has no white ` +
    'margins.'
  );
}

const areWhole = async (pictures: PictureStore, names: string[]): Promise<boolean> =>
  (await Promise.all(names.map((name) => pictures.has(name)))).every(Boolean);

const unreadable = (): never => {
  throw new PictureError('cannot be read as a picture. Save it as PNG, JPEG, WebP, AVIF or SVG.');
};

/**
 * A picture with a valid header, and its displayed size: rotated as the camera recorded, and a drawing as large as
 * needed.
 */
async function inspect(source: Buffer): Promise<{ image: Sharp; isDrawing: boolean; width: number; height: number }> {
  if (source.length === 0) throw new PictureError('is empty. Save the picture again.');
  const image = openImage(source);
  const info = await image.metadata().catch(unreadable);
  const { width, height } = info.autoOrient;
  if (!width || !height) return unreadable();
  const isDrawing = info.format === 'svg';
  // A drawing's size is not in pixels: it can be rendered at any size.
  const scale = isDrawing ? Math.min(MOST_SCALE, Math.max(1, BEST_WIDTH / width)) : 1;
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  if (isTooLarge({ format: info.format, ...size }))
    throw new PictureError(
      `has more than ${mostMegapixels(info.format)} megapixels. Make it smaller; ${BEST_WIDTH} px are enough.`,
    );
  if (size.width < MIN_SOURCE_WIDTH)
    throw new PictureError(`is ${size.width} px wide. Use a picture of ${BEST_WIDTH} px or more.`);
  return { image: scale === 1 ? image : openImage(source, CSS_DENSITY * scale), isDrawing, ...size };
}

async function decode(source: Buffer, ratio: number): Promise<Sharp> {
  const { image, width: whole } = await inspect(source);
  const width = Math.min(BEST_WIDTH, whole);
  const pixels = await image
    .rotate() // applies the camera's orientation
    .resize({ width, height: Math.round(width / ratio), fit: 'contain', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 0 })
    .toBuffer()
    .catch(unreadable); // the header is valid, but the rest is damaged
  return sharp(pixels);
}

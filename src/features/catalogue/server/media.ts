import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type AvifOptions, type Sharp } from 'sharp';
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
/** Raise this version when the encoding changes, so that the pictures get new addresses. */
const ENCODER_VERSION = '1';

/** Effort 2 takes a fifth of the default's time for some 10 % more bytes, as `npm run bench -- pictures` measures. */
const AVIF = { quality: 55, effort: 2 } as const;

export const encodeAvif = (image: Sharp, options: AvifOptions = AVIF): Sharp => image.avif(options);

interface PictureKind {
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
export async function storePicture(mediaDir: string, file: string, kind: PictureKind): Promise<string> {
  const source = await readFile(file);
  const stem = pictureStem(source, kind);
  const toneFile = path.join(mediaDir, `${stem}.tone`);
  const known = await readFile(toneFile, 'utf8').catch(() => '');
  if (known in TONES && (await areWhole(mediaDir, pictureFiles(stem, kind.widths)))) return pictureName(stem, known as Tone);

  const original = await decode(source, kind.ratio);
  await mkdir(mediaDir, { recursive: true });
  await chmod(mediaDir, 0o755);
  await Promise.all([
    ...kind.widths.map((width) => save(path.join(mediaDir, avifFile(stem, width)), encodeAvif(original.clone().resize(width)))),
    save(path.join(mediaDir, fallbackFile(stem)), original.clone().resize(FALLBACK_WIDTH).webp({ quality: 80 })),
  ]);
  // This file is written last, so that its presence proves that all other files exist.
  const tone = await toneOfPixels(original);
  await saveBytes(toneFile, Buffer.from(tone));
  return pictureName(stem, tone);
}

/** The prefix of all file names of a stored picture. */
export const pictureStem = (source: Uint8Array, kind: PictureKind): string =>
  createHash('sha256')
    .update(JSON.stringify([ENCODER_VERSION, kind]))
    .update(source)
    .digest('hex')
    .slice(0, 12);

/** Checks for content, because a power cut may leave empty files. */
async function areWhole(mediaDir: string, names: string[]): Promise<boolean> {
  const sizes = await Promise.all(
    names.map((name) =>
      stat(path.join(mediaDir, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.every((size) => size > 0);
}

async function decode(source: Buffer, ratio: number): Promise<Sharp> {
  if (source.length === 0) throw new PictureError('is empty. Save the picture again.');
  const image = sharp(source);
  const unreadable = () => {
    throw new PictureError('is no picture that can be read. Save it as PNG, JPEG, WebP, AVIF or SVG.');
  };
  const info = await image.metadata().catch(unreadable);
  if (!info.width || !info.height) return unreadable();
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

async function save(file: string, image: Sharp): Promise<void> {
  await saveBytes(file, await image.toBuffer());
}

/** Writes to a temporary name first, so that a crash leaves no incomplete file. A front server under another user can read the file. */
async function saveBytes(file: string, bytes: Buffer): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, bytes);
    await chmod(temporary, 0o644);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }); // otherwise a full disk would keep the incomplete file
    throw error;
  }
}

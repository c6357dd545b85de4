import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { avifName, fallbackName, PRODUCT_WIDTHS, SLIDE_WIDTHS } from '../picture.ts';

/** Width of the one picture for browsers without AVIF, and for link previews. */
const FALLBACK_WIDTH = 640;

const MIN_SOURCE_WIDTH = 400;
/** Raise it when the encoding changes: the pictures then get new addresses. */
const ENCODER_VERSION = '1';

interface PictureKind {
  widths: readonly number[];
  /** width / height */
  ratio: number;
}

export const PRODUCT_PICTURE: PictureKind = { widths: PRODUCT_WIDTHS, ratio: 1 };
export const SLIDE_PICTURE: PictureKind = { widths: SLIDE_WIDTHS, ratio: 1200 / 480 };

export class PictureError extends Error {
  override name = 'PictureError';
}

/**
 * Stores a picture in the sizes used, as AVIF and one WebP, under a name made of its content; a picture that is there
 * already costs one read. Answers that name. Throws PictureError for a file that is no usable picture.
 */
export async function storePicture(mediaDir: string, file: string, kind: PictureKind): Promise<string> {
  const source = await readFile(file);
  const name = createHash('sha256')
    .update(JSON.stringify([ENCODER_VERSION, kind]))
    .update(source)
    .digest('hex')
    .slice(0, 12);
  const last = path.join(mediaDir, fallbackName(name));
  if (
    await access(last).then(
      () => true,
      () => false,
    )
  )
    return name;

  const original = await decode(source, kind.ratio);
  await mkdir(mediaDir, { recursive: true });
  await Promise.all(
    kind.widths.map((width) =>
      // Effort 2 takes an eighth of the default's time for 5–7 % more bytes.
      save(path.join(mediaDir, avifName(name, width)), original.clone().resize(width).avif({ quality: 55, effort: 2 })),
    ),
  );
  // Written last: its presence says that the others are there.
  await save(last, original.clone().resize(FALLBACK_WIDTH).webp({ quality: 80 }));
  return name;
}

async function decode(source: Buffer, ratio: number): Promise<Sharp> {
  const image = sharp(source);
  const unreadable = () => {
    throw new PictureError('is no picture that can be read. Save it as PNG, JPEG, WebP, AVIF or SVG.');
  };
  const info = await image.metadata().catch(unreadable);
  if (!info.width || !info.height) return unreadable();
  if (info.width < MIN_SOURCE_WIDTH) throw new PictureError(`is ${info.width} px wide. Use a picture of 1200 px or more.`);
  const width = Math.min(1200, info.width);
  const pixels = await image
    .rotate() // as the camera's orientation says
    .resize({ width, height: Math.round(width / ratio), fit: 'contain', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 0 })
    .toBuffer()
    .catch(unreadable); // its head is whole, the rest is not
  return sharp(pixels);
}

/** Under a temporary name first: a process that dies leaves no half picture behind. */
async function save(file: string, image: Sharp): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  await writeFile(temporary, await image.toBuffer());
  await rename(temporary, file);
}

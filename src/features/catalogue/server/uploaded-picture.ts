import { fail, ok, type Result } from '#src/shared/result.ts';
import { isTooLarge, mostMegapixels, openImage } from './media.ts';

export interface Wanted {
  /** Least width and height in px, which also say the shape. */
  width: number;
  height: number;
  /** How many times the least size is kept at most. */
  most?: number;
  /** What stays of a picture of another shape, as sharp names it: `whole` keeps all of it, with white margins. */
  keep?: 'whole' | 'centre' | 'left top' | 'right bottom';
}

export type PictureRefusal =
  | { kind: 'picture_unreadable' }
  /** It took too long, or more memory than a picture of its size needs. */
  | { kind: 'picture_too_slow' }
  | { kind: 'picture_too_large'; values: { most: number } }
  | { kind: 'picture_too_small'; values: { width: number; height: number; is: string } };

/** Vector graphics may contain more than a picture, so only these are taken from a browser. */
const FORMATS = ['jpeg', 'png', 'webp', 'heif'];

/**
 * An uploaded picture as it is kept: cut to the wanted shape, as WebP. Place and camera, which a phone writes into its photos, are left
 * out.
 */
export async function readUploadedPicture(
  file: Buffer,
  { width, height, most = 2, keep = 'centre' }: Wanted,
): Promise<Result<Buffer, PictureRefusal>> {
  const image = openImage(file).autoOrient();
  const info = await image.metadata().catch(() => undefined);
  if (!info || !FORMATS.includes(info.format)) return fail({ kind: 'picture_unreadable' });
  if (isTooLarge(info)) return fail({ kind: 'picture_too_large', values: { most: mostMegapixels(info.format) } });
  const size = info.autoOrient;
  if (size.width < width || size.height < height)
    return fail({ kind: 'picture_too_small', values: { width, height, is: `${size.width} × ${size.height}` } });
  const room = [size.width / width, size.height / height];
  const scale = Math.min(most, keep === 'whole' ? Math.max(...room) : Math.min(...room));
  const fit = keep === 'whole' ? { fit: 'contain' as const, background: '#ffffff' } : { fit: 'cover' as const, position: keep };
  try {
    return ok(
      await image
        .resize({ width: Math.round(width * scale), height: Math.round(height * scale), ...fit })
        .flatten({ background: '#ffffff' })
        .webp({ quality: 90 })
        .toBuffer(),
    );
  } catch {
    return fail({ kind: 'picture_unreadable' }); // the header is valid, but the rest is damaged
  }
}

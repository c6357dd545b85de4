import { fail, ok, type Result } from '#src/shared/result.ts';
import { isTooLarge, mostMegapixels, openImage } from './media.ts';

export interface Wanted {
  /** Minimum width and height in px, which also define the aspect ratio. */
  width: number;
  height: number;
  /** The maximum kept size, as a multiple of the minimum. */
  most?: number;
  /**
   * Which part of a picture with another aspect ratio to keep, in sharp's terms: `whole` keeps all of it, with white
   * margins.
   */
  keep?: 'whole' | 'centre' | 'left top' | 'right bottom';
}

export type PictureRefusal =
  | { kind: 'picture_unreadable' }
  /** Decoding took too long, or more memory than expected for its size. */
  | { kind: 'picture_too_slow' }
  | { kind: 'picture_too_large'; values: { most: number } }
  | { kind: 'picture_too_small'; values: { width: number; height: number; is: string } };

/** Vector graphics may contain scripts, so browsers may upload only these. */
const FORMATS = ['jpeg', 'png', 'webp', 'heif'];

/**
 * The original to keep: cropped and converted to WebP. Place and camera, which a phone writes into its photos, are
 * removed.
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
  const fit =
    keep === 'whole' ? { fit: 'contain' as const, background: '#ffffff' } : { fit: 'cover' as const, position: keep };
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

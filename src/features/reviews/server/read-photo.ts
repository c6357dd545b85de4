import { takeUploadedPicture } from '#src/features/catalogue/server/picture-process.ts';
import type { PictureRefusal } from '#src/features/catalogue/server/uploaded-picture.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { ok, type Result } from '#src/shared/result.ts';

/** Square, like the products' pictures. */
const LEAST = { width: 400, height: 400 };
const ONE_SIZE = { widths: [], ratio: 1 };

/**
 * A buyer's photo as WebP in base64: decoded in a process of its own, cropped, and without the place and the camera
 * that a phone writes into it.
 */
export async function readPhoto(file: Blob): Promise<Result<string, PictureRefusal>> {
  let webp = '';
  const store = {
    has: async () => false,
    get: async () => undefined,
    put: async (name: string, bytes: Uint8Array) => {
      if (name.endsWith('.webp')) webp = Buffer.from(bytes).toString('base64');
    },
  };
  const taken = await takeUploadedPicture(store, file, LEAST, ONE_SIZE);
  return taken.ok ? ok(webp) : taken;
}

/** Why a photo is refused, in words. */
export const photoProblem = ({ kind, ...error }: PictureRefusal, t: Translate): string =>
  t(`desk:errors.${kind}`, 'values' in error ? error.values : {});

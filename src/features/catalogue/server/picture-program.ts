/**
 * Encodes the files of one uploaded picture in a separate process: decoding can take seconds of processor time and a
 * gigabyte of memory. src/features/catalogue/server/picture-process.ts starts it.
 */
import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { ok, type Result } from '#src/shared/result.ts';
import { storePicture } from './media.ts';
import { OUT_OF_MEMORY, type MadePicture, type PictureOrder } from './picture-order.ts';
import { readUploadedPicture, type PictureRefusal } from './uploaded-picture.ts';

/** The largest allowed picture takes 520 MB. */
const MOST_MEMORY = 800 * 2 ** 20;
const CHECK_MS = 20;

async function make({ file, wanted, kind }: PictureOrder): Promise<Result<MadePicture, PictureRefusal>> {
  const original = await readUploadedPicture(Buffer.from(file), wanted);
  if (!original.ok) return original;
  const files: MadePicture['files'] = [];
  const store = {
    has: async () => false,
    get: async () => undefined,
    put: async (name: string, bytes: Uint8Array) => void files.push([name, bytes]),
  };
  const name = await storePicture(store, original.value, kind);
  return ok({ original: original.value, name, files });
}

// The shop's own requests have priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);
sharp.cache(false);
// The pixels are outside of V8's heap, so Node's flags do not limit them.
setInterval(() => process.memoryUsage.rss() > MOST_MEMORY && process.exit(OUT_OF_MEMORY), CHECK_MS).unref();
process.once('message', (order: PictureOrder) => {
  void make(order).then((made) => process.send!(made, () => process.disconnect()));
});

import { fork } from 'node:child_process';
import { once } from 'node:events';
import pLimit from 'p-limit';
import type { PictureStore } from '#src/server/picture-store.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { PictureKind } from './media.ts';
import { OUT_OF_MEMORY, type MadePicture, type PictureOrder } from './picture-order.ts';
import type { PictureRefusal, Wanted } from './uploaded-picture.ts';

const PROGRAM = 'src/features/catalogue/server/picture-program.ts';
const MOST_MS = 60_000;
/** A single thread for decoding, and no secrets of the shop, because the program reads untrusted files. */
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '1' };

/** One at a time, because each may take most of the memory that a small server has left. */
const oneAtATime = pLimit(1);

/** An uploaded picture: its original, and its name in the shop. */
type TakenPicture = Pick<MadePicture, 'original' | 'name'>;

/** Crops an uploaded picture and stores it in all sizes. A separate process decodes and encodes it. */
export async function takeUploadedPicture(
  store: PictureStore,
  file: Blob,
  wanted: Wanted,
  kind: PictureKind,
): Promise<Result<TakenPicture, PictureRefusal>> {
  const order: PictureOrder = { file: new Uint8Array(await file.arrayBuffer()), wanted, kind };
  const made = await oneAtATime(() => run(order));
  if (!made.ok) return made;
  const { original, name, files } = made.value;
  for (const [fileName, bytes] of files) await store.put(fileName, bytes);
  return ok({ original: Buffer.from(original), name });
}

async function run(order: PictureOrder): Promise<Result<MadePicture, PictureRefusal>> {
  const child = fork(PROGRAM, {
    env: ENVIRONMENT,
    execArgv: [],
    serialization: 'advanced', // structured clone, which keeps bytes
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
  });
  let made: Result<MadePicture, PictureRefusal> | undefined;
  child.once('message', (message) => (made = message as typeof made));
  child.send(order, () => {}); // after a failure the program has exited
  const [[code, signal]] = (await Promise.all([once(child, 'exit'), once(child, 'disconnect')])) as [
    [number | null, string | null],
    unknown,
  ];
  if (made) return made;
  if (signal || code === OUT_OF_MEMORY) return fail({ kind: 'picture_too_slow' });
  throw new Error(`${PROGRAM} ended with code ${code}`);
}

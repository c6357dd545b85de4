import { setTimeout as wait } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { Refusal } from '#src/server/run-program.ts';
import type { ObjectStorePlace } from '#src/settings/environment/object-store-config.ts';

/** Limit for one request with all its retries. */
const ANSWER_MS = 30_000;
const MOST_TRIES = 3;

/**
 * The store does not respond, or responds with an error. The shop then answers 503, so that a proxy tries the next
 * server.
 */
export class ObjectStoreError extends Refusal {
  override name = 'ObjectStoreError';
  code = 'EHOSTUNREACH';
}

interface StoredObject {
  name: string;
  changedAt: Date;
}

/**
 * Files by name, in a bucket that all servers of a shop share. Writes are atomic and visible to all servers at once.
 */
export interface ObjectStore {
  has(this: void, name: string): Promise<boolean>;
  /** undefined when the file does not exist. */
  get(this: void, name: string): Promise<Buffer | undefined>;
  put(this: void, name: string, bytes: Uint8Array): Promise<void>;
  /** All files whose names begin with the prefix. */
  list(this: void, prefix: string): Promise<StoredObject[]>;
  remove(this: void, name: string): Promise<void>;
}

export function openObjectStore({ prefix, ...place }: ObjectStorePlace): ObjectStore {
  const bucket = new S3mini({ ...place, requestAbortTimeout: ANSWER_MS, fetch: fetchPatiently });
  const ask = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: Error) => {
      const why = [error, error.cause].map((each) => (each instanceof Error ? each.message : '')).filter(Boolean);
      throw new ObjectStoreError(`The object store ${place.endpoint} cannot be used: ${why.join(': ')}`, {
        cause: error,
      });
    });
  return {
    has: async (name) => (await ask(bucket.objectExists(prefix + name))) === true,
    async get(name) {
      const bytes = await ask(bucket.getObjectArrayBuffer(prefix + name));
      return bytes ? Buffer.from(bytes) : undefined;
    },
    async put(name, bytes) {
      await ask(bucket.putObject(prefix + name, bytes));
    },
    async list(folder) {
      const found = (await ask(bucket.listObjects('/', prefix + folder))) ?? [];
      return found.map(({ Key, LastModified }) => ({
        name: Key.slice(prefix.length),
        changedAt: new Date(LastModified),
      }));
    },
    async remove(name) {
      await ask(bucket.deleteObject(prefix + name));
    },
  };
}

/** Retries a failed request, because a large store drops some. Every request of this file is safe to repeat. */
async function fetchPatiently(...request: Parameters<typeof fetch>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    try {
      const answer = await fetch(...request);
      if (answer.status < 500 || tries === MOST_TRIES) return answer;
      await answer.body?.cancel();
    } catch (error) {
      if (tries === MOST_TRIES || request[1]?.signal?.aborted) throw error;
    }
    await wait(200 * tries ** 2);
  }
}

import type { IncomingMessage } from 'node:http';

const FIRST_BYTES = 4096;

/** A complete body, or why there is none: it is larger than the limit, or the client disconnected. */
export type ReadBody = Buffer<ArrayBuffer> | 'too_large' | 'disconnected';

/**
 * Reads a request's body. Stops as soon as it is known to be too large; Node discards the rest after the response. Node
 * also closes the connection of a body that takes longer than its `requestTimeout`.
 */
export async function readRequestBody(req: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  if (Number(req.headers['content-length']) > maxBytes) return 'too_large';
  let bytes = Buffer.allocUnsafe(FIRST_BYTES);
  let size = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (size + chunk.length > maxBytes) {
        req.resume();
        return 'too_large';
      }
      // Copied, because thousands of chunks of one byte would take a hundred times their size.
      if (size + chunk.length > bytes.length) bytes = grown(bytes, size + chunk.length);
      size += chunk.copy(bytes, size);
    }
  } catch {
    return 'disconnected';
  }
  return req.complete ? bytes.subarray(0, size) : 'disconnected';
}

function grown(bytes: Buffer<ArrayBuffer>, least: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, least));
  bytes.copy(larger);
  return larger;
}

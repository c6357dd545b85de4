import { Readable } from 'node:stream';

/** A file download of the desk. `isShown`: opens in the browser, for printing. */
export const sendFile = (name: string, type: string, body: string | Uint8Array, { isShown = false } = {}): Response =>
  new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    headers: {
      'content-type': type,
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${name}"`,
    },
  });

/** A large file, sent while it is read. */
export const sendStream = (name: string, type: string, content: Readable): Response =>
  new Response(Readable.toWeb(content) as ReadableStream, {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  });

import { Readable } from 'node:stream';

/** A file download of the desk. `isShown`: opens in the browser, for printing. */
export const sendFile = (name: string, type: string, body: string | Uint8Array, { isShown = false } = {}): Response =>
  new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    headers: {
      'content-type': type,
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${name}"`,
    },
  });

/** A file that need not fit into the memory: it is read as slowly as the client takes it. */
export function sendStream({ sendLater }: App.Locals, name: string, type: string, content: Readable): Response {
  sendLater?.(content);
  return new Response(sendLater ? null : (Readable.toWeb(content) as ReadableStream), {
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  });
}

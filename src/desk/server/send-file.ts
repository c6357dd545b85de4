/** A file download of the desk. `isShown`: opens in the browser, for printing. */
export const sendFile = (name: string, type: string, body: string | Uint8Array, { isShown = false } = {}): Response =>
  new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    headers: {
      'content-type': type,
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${name}"`,
    },
  });

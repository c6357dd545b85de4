import type { Page } from 'playwright';

/** Pictures and fonts have their own budgets. */
const NOT_COUNTED = ['Image', 'Font', 'Preflight'];

/**
 * Counts the transferred bytes by address from now on: compressed headers and bodies, without pictures and fonts. Files
 * from the browser's cache do not count.
 */
export async function countBytes(page: Page): Promise<ReadonlyMap<string, number>> {
  const bytes = new Map<string, number>();
  const addresses = new Map<string, string>();
  const devtools = await page.context().newCDPSession(page);
  const add = (requestId: string, length: number) => {
    const address = addresses.get(requestId);
    if (address !== undefined && length > 0) bytes.set(address, (bytes.get(address) ?? 0) + length);
    addresses.delete(requestId);
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type, redirectResponse }) => {
    if (redirectResponse) add(requestId, redirectResponse.encodedDataLength);
    if (!NOT_COUNTED.includes(type ?? '')) addresses.set(requestId, request.url);
  });
  // Chromium does not report the end of an answer without a body.
  devtools.on('Network.responseReceived', ({ requestId, response: { status, encodedDataLength } }) => {
    if (status === 304) add(requestId, encodedDataLength);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength));
  await devtools.send('Network.enable');
  return bytes;
}

export const sum = (bytes: ReadonlyMap<string, number>): number =>
  [...bytes.values()].reduce((all, each) => all + each, 0);

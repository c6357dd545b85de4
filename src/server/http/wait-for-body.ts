import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 25;

/**
 * Waits until a request's body has arrived or fills the buffer, so that a slow client does not occupy a place in the queue.
 * Node ends the wait after its `requestTimeout`.
 */
export async function waitForBody(req: IncomingMessage): Promise<void> {
  if (req.method !== 'POST') return;
  while (!req.complete && !req.destroyed && req.readableLength < req.readableHighWaterMark) await wait(POLL_MS);
}

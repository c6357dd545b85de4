import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 25;

/**
 * Waits until the body of a request has arrived or fills the buffer. A client that sends its body slowly would otherwise keep
 * a turn from others. Node ends such a wait itself after its `requestTimeout`.
 */
export async function bodyHasCome(req: IncomingMessage): Promise<void> {
  if (req.method !== 'POST') return;
  while (!req.complete && !req.destroyed && req.readableLength < req.readableHighWaterMark) await wait(POLL_MS);
}

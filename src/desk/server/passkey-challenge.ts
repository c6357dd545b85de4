/** Challenges of passkeys. They are signed instead of stored, so that rendering a page writes nothing. */
import { createHmac, randomBytes } from 'node:crypto';
import { isSame } from '#src/server/http/csrf.ts';

const LIFE_MS = 5 * 60_000;
const RANDOM_BYTES = 24;
const TIME_BYTES = 6;

const sign = (payload: Buffer, formToken: string): Buffer =>
  createHmac('sha256', formToken).update('passkey challenge').update(payload).digest();

/** A challenge that only a page of this session can have rendered. */
export function newChallenge(formToken: string, now: Date): Uint8Array<ArrayBuffer> {
  const payload = Buffer.alloc(RANDOM_BYTES + TIME_BYTES, randomBytes(RANDOM_BYTES));
  payload.writeUIntBE(now.getTime() + LIFE_MS, RANDOM_BYTES, TIME_BYTES);
  return new Uint8Array(Buffer.concat([payload, sign(payload, formToken)]));
}

/** When a challenge of this session expires, in ISO form; undefined for any other and for an expired one. */
export function challengeExpiry(challenge: string, formToken: string, now: Date): string | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const [payload, signature] = [
    bytes.subarray(0, RANDOM_BYTES + TIME_BYTES),
    bytes.subarray(RANDOM_BYTES + TIME_BYTES),
  ];
  if (payload.length < RANDOM_BYTES + TIME_BYTES) return undefined;
  const expected = sign(payload, formToken);
  if (signature.length !== expected.length || !isSame(signature.toString('base64url'), expected.toString('base64url')))
    return undefined;
  const expiresAt = payload.readUIntBE(RANDOM_BYTES, TIME_BYTES);
  return expiresAt > now.getTime() ? new Date(expiresAt).toISOString() : undefined;
}

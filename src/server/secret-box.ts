/** Encrypted texts: AES-256-GCM, written `v1:<iv>.<tag>.<data>`. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1:';

export const newKey = (): Buffer => randomBytes(KEY_BYTES);

export const isSealed = (text: string): boolean => text.startsWith(VERSION);

/** `owner`: the id of the row, so that the sealed text cannot be moved to another row. */
export function seal(text: string, key: Buffer, owner: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return VERSION + [iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url')).join('.');
}

/** undefined when the text was sealed with another key or for another row, or was changed. */
export function unseal(sealed: string, key: Buffer, owner: string): string | undefined {
  const [iv, tag, data] = sealed
    .slice(VERSION.length)
    .split('.')
    .map((part) => Buffer.from(part, 'base64url'));
  if (!iv || !tag || !data) return undefined;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag);
    return decipher.update(data, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

import { describe, expect, it } from 'vitest';
import { isSealed, newKey, seal, unseal } from '#src/server/secret-box.ts';
import { parseKey } from '#src/settings/environment/settings-schema.ts';

const key = newKey();
const sealed = seal('JBSWY3DPEHPK3PXP', key, 'ana');

describe('a sealed text', () => {
  it('opens only with its key and for its row', () => {
    expect(isSealed(sealed)).toBe(true);
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
    expect(unseal(sealed, key, 'ana')).toBe('JBSWY3DPEHPK3PXP');
    expect(unseal(sealed, key, 'rui')).toBeUndefined();
    expect(unseal(sealed, newKey(), 'ana')).toBeUndefined();
  });

  it('does not open after a change', () => {
    const parts = sealed.slice('v1:'.length).split('.');
    for (const [index, part] of parts.entries()) {
      const changed = parts.with(index, (part.startsWith('A') ? 'B' : 'A') + part.slice(1));
      expect(unseal(`v1:${changed.join('.')}`, key, 'ana'), `part ${index}`).toBeUndefined();
      expect(
        unseal(`v1:${parts.with(index, part.slice(0, 4)).join('.')}`, key, 'ana'),
        `part ${index}`,
      ).toBeUndefined();
    }
    for (const odd of ['v1:', 'v1:..', 'v1:a.b', `${sealed}.x`.replace('v1:', 'v1:.')])
      expect(unseal(odd, key, 'ana'), odd).toBeUndefined();
  });

  it('differs each time', () => {
    expect(seal('JBSWY3DPEHPK3PXP', key, 'ana')).not.toBe(sealed);
  });
});

it('a key must have 32 bytes in base64 or hex', () => {
  for (const encoding of ['base64', 'base64url', 'hex'] as const)
    expect(parseKey(key.toString(encoding))?.equals(key), encoding).toBe(true);
  for (const text of ['', 'secret', key.toString('hex').slice(2), `${key.toString('base64')}=`, 'x'.repeat(64)])
    expect(parseKey(text), text).toBeUndefined();
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isKept, readStored, writeStored } from '#src/shared/safe-storage.ts';

/** The part of Storage that is used, with room for `quota` characters. */
function storage(quota = Infinity) {
  const values = new Map<string, string>();
  return {
    quota,
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > this.quota) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
  };
}

const blocked = {
  get localStorage(): never {
    throw new DOMException('blocked', 'SecurityError');
  },
};

describe('storage', () => {
  let real = storage();
  beforeEach(() => vi.stubGlobal('localStorage', (real = storage())));
  afterEach(() => {
    vi.unstubAllGlobals();
    (globalThis as { storageMemory?: Map<string, string> }).storageMemory!.clear();
  });

  it('reads what another tab wrote', () => {
    real.setItem('cart', '[]');
    expect(readStored('cart')).toBe('[]');
    expect(readStored('other')).toBeUndefined();
  });

  it('writes to the browser’s storage', () => {
    writeStored('cart', '[1]');
    expect(real.getItem('cart')).toBe('[1]');
  });

  it('keeps a value in memory while the browser’s storage is full', () => {
    real.quota = 3;
    writeStored('cart', 'old');
    writeStored('cart', 'a long value');
    expect(readStored('cart')).toBe('a long value');
    expect(isKept('cart')).toBe(false);
  });

  it('writes to storage again once there is room, and drops the copy in memory', () => {
    real.quota = 3;
    writeStored('cart', 'long');
    writeStored('cart', 'abc');
    real.setItem('cart', 'x');
    expect(readStored('cart')).toBe('x');
    expect(isKept('cart')).toBe(true);
  });

  it('keeps values in memory where the browser blocks storage', () => {
    vi.unstubAllGlobals();
    const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
    Object.defineProperty(globalThis, 'localStorage', {
      ...Object.getOwnPropertyDescriptor(blocked, 'localStorage')!,
      configurable: true,
    });
    expect(readStored('cart')).toBeUndefined();
    writeStored('cart', '[1]');
    expect(readStored('cart')).toBe('[1]');
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  });
});

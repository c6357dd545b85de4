import { describe, expect, it } from 'vitest';
import { createSafeStorage } from '#src/shared/safe-storage.ts';

/** As much of Storage as a browser gives; `quota` characters fit. */
function storage(quota = Infinity): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > quota) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
  } as Storage;
}

describe('storage', () => {
  it('reads what another tab wrote', () => {
    const real = storage();
    const safe = createSafeStorage(() => real);
    real.setItem('cart', '[]');
    expect(safe.cart).toBe('[]');
    expect('cart' in safe).toBe(true);
    delete safe.cart;
    expect(real.getItem('cart')).toBeNull();
    expect('cart' in safe).toBe(false);
  });

  it('keeps a value in memory while the browser’s storage is full', () => {
    const safe = createSafeStorage(() => storage(3));
    safe.cart = 'a long value';
    expect(safe.cart).toBe('a long value');
  });

  it('writes through again once there is room, and forgets the copy in memory', () => {
    const real = storage(3);
    const safe = createSafeStorage(() => real);
    safe.cart = 'long';
    safe.cart = 'abc';
    real.setItem('cart', 'x');
    expect(safe.cart).toBe('x');
  });

  it('works without any storage at all', () => {
    const safe = createSafeStorage(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(safe.cart).toBeUndefined();
    safe.cart = '[1]';
    expect(safe.cart).toBe('[1]');
    delete safe.cart;
    expect('cart' in safe).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { RecentlyUsed } from '#src/shared/recently-used.ts';

const file = (bytes: number) => Buffer.alloc(bytes);

describe('a cache that evicts the least recently used entry', () => {
  it('keeps entries while they fit, including their names', () => {
    const memory = new RecentlyUsed(12);
    memory.set('a', file(4));
    memory.set('b', file(6));
    expect(memory.get('a')).toHaveLength(4);
    expect(memory.get('b')).toHaveLength(6);
    memory.set('c', file(0));
    expect(memory.get('a')).toBeUndefined();
  });

  it('evicts the least recently read entry first', () => {
    const memory = new RecentlyUsed(12);
    memory.set('a', file(4));
    memory.set('b', file(4));
    memory.get('a');
    memory.set('c', file(5));
    expect(memory.get('b')).toBeUndefined();
    expect(memory.get('a')).toBeDefined();
    expect(memory.get('c')).toBeDefined();
  });

  it('does not evict all others for an entry that is too large', () => {
    const memory = new RecentlyUsed(12);
    memory.set('a', file(4));
    memory.set('huge', file(9));
    expect(memory.get('huge')).toBeUndefined();
    expect(memory.get('a')).toBeDefined();
  });

  it('holds at most its bytes, even for a part of a larger buffer', () => {
    const memory = new RecentlyUsed(100_000);
    const slab = Buffer.alloc(64_000, 'a');
    memory.set('part', slab.subarray(100, 200));
    memory.set('small', Buffer.concat([Buffer.from('ab'), Buffer.from('cd')]));
    for (const name of ['part', 'small']) expect(memory.get(name)!.buffer.byteLength).toBe(memory.get(name)!.length);
    expect(memory.get('part')!.toString()).toBe('a'.repeat(100));
    expect(memory.get('small')!.toString()).toBe('abcd');
  });

  it('counts an entry once when two requests add it', () => {
    const memory = new RecentlyUsed(12);
    memory.set('a', file(5));
    memory.set('a', file(5));
    memory.set('b', file(5));
    expect(memory.get('a')).toBeDefined();
    expect(memory.get('b')).toBeDefined();
  });
});

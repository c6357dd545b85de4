import { describe, expect, it } from 'vitest';
import { RecentlyUsed } from '#src/shared/recently-used.ts';

const file = (bytes: number) => Buffer.alloc(bytes);

describe('what is kept while it is used', () => {
  it('stays while it fits with its name', () => {
    const memory = new RecentlyUsed(12);
    memory.set('a', file(4));
    memory.set('b', file(6));
    expect(memory.get('a')).toHaveLength(4);
    expect(memory.get('b')).toHaveLength(6);
    memory.set('c', file(0));
    expect(memory.get('a')).toBeUndefined();
  });

  it('makes room, the one that nobody asked for the longest first', () => {
    const memory = new RecentlyUsed(12);
    memory.set('a', file(4));
    memory.set('b', file(4));
    memory.get('a');
    memory.set('c', file(5));
    expect(memory.get('b')).toBeUndefined();
    expect(memory.get('a')).toBeDefined();
    expect(memory.get('c')).toBeDefined();
  });

  it('does not push all others out when it is too large', () => {
    const memory = new RecentlyUsed(12);
    memory.set('a', file(4));
    memory.set('huge', file(9));
    expect(memory.get('huge')).toBeUndefined();
    expect(memory.get('a')).toBeDefined();
  });

  it('counts once when two requests have read the same', () => {
    const memory = new RecentlyUsed(12);
    memory.set('a', file(5));
    memory.set('a', file(5));
    memory.set('b', file(5));
    expect(memory.get('a')).toBeDefined();
    expect(memory.get('b')).toBeDefined();
  });
});

import { LRUCache } from 'lru-cache';

/** A cache of buffers with a limit in bytes, names included. It evicts the least recently used entry first. */
export class RecentlyUsed extends LRUCache<string, Buffer> {
  constructor(maxSize: number) {
    super({ maxSize, sizeCalculation: (bytes, name) => name.length + bytes.length });
  }

  override set(name: string, bytes: Buffer): this {
    return super.set(name, ownCopy(bytes));
  }
}

/**
 * Copies a buffer that is part of a larger one (Node's 64 KiB slabs, parts that libraries return), because it would
 * keep all of that in memory.
 */
function ownCopy(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

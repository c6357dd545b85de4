/** A cache of buffers with a limit in bytes, names included. It evicts the least recently used entry first. */
export class RecentlyUsed {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Buffer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(name: string): Buffer | undefined {
    const bytes = this.#entries.get(name);
    if (bytes) {
      // A Map keeps the order of insertion, so the entry becomes the last to be evicted.
      this.#entries.delete(name);
      this.#entries.set(name, bytes);
    }
    return bytes;
  }

  set(name: string, bytes: Buffer): void {
    if (name.length + bytes.length > this.#maxBytes || this.#entries.has(name)) return;
    this.#entries.set(name, ownCopy(bytes));
    this.#bytes += name.length + bytes.length;
    for (const [oldest, { length }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#entries.delete(oldest);
      this.#bytes -= oldest.length + length;
    }
  }
}

/** Copies a buffer that is part of a larger one (Node's 64 KiB slabs, parts that libraries return), because it would keep all of that in memory. */
function ownCopy(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

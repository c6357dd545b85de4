/** Bytes by name, up to a number of them with their names; those that nobody asked for the longest go first. */
export class RecentlyUsed {
  readonly #maxBytes: number;
  readonly #kept = new Map<string, Buffer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(name: string): Buffer | undefined {
    const bytes = this.#kept.get(name);
    if (bytes) {
      // A Map keeps the order of insertion: now it is the last to go.
      this.#kept.delete(name);
      this.#kept.set(name, bytes);
    }
    return bytes;
  }

  set(name: string, bytes: Buffer): void {
    if (name.length + bytes.length > this.#maxBytes || this.#kept.has(name)) return;
    this.#kept.set(name, alone(bytes));
    this.#bytes += name.length + bytes.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= oldest.length + length;
    }
  }
}

/** Node cuts small buffers out of slabs of 64 KiB, and libraries answer parts of larger ones: kept as they are, they would keep all of that. */
function alone(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

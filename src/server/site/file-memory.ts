/** Files in memory up to a number of bytes; those that nobody asked for the longest go first. */
export class FileMemory {
  readonly #maxBytes: number;
  readonly #files = new Map<string, Buffer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Buffer | undefined {
    const bytes = this.#files.get(key);
    if (bytes) {
      // A Map keeps the order of insertion: now it is the last to go.
      this.#files.delete(key);
      this.#files.set(key, bytes);
    }
    return bytes;
  }

  set(key: string, bytes: Buffer): void {
    if (bytes.length > this.#maxBytes || this.#files.has(key)) return;
    this.#files.set(key, bytes);
    this.#bytes += bytes.length;
    for (const [oldest, { length }] of this.#files) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#files.delete(oldest);
      this.#bytes -= length;
    }
  }
}

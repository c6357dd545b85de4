/** Bytes or texts up to a length in all; those that nobody asked for the longest go first. */
export class RecentlyUsed<T extends { readonly length: number }> {
  readonly #maxLength: number;
  readonly #kept = new Map<string, T>();
  #length = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get(key: string): T | undefined {
    const value = this.#kept.get(key);
    if (value !== undefined) {
      // A Map keeps the order of insertion: now it is the last to go.
      this.#kept.delete(key);
      this.#kept.set(key, value);
    }
    return value;
  }

  set(key: string, value: T): void {
    if (value.length > this.#maxLength || this.#kept.has(key)) return;
    this.#kept.set(key, value);
    this.#length += value.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#length <= this.#maxLength) return;
      this.#kept.delete(oldest);
      this.#length -= length;
    }
  }
}

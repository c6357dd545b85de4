import { countedSubjects } from './network.ts';

/** Counts what each network currently uses, and the sum of the /48 around it. */
export class Tally {
  readonly #counts = new Map<string, number>();

  /** Adds one, unless the network would exceed `most`, or its /48 its share or `mostAround`. Returns whether it did. */
  take(network: string, most: number, mostAround = Infinity): boolean {
    const counted = countedSubjects(network);
    const limitOf = (times: number) => (times === 1 ? most : Math.min(most * times, mostAround));
    if (counted.some(({ subject, times }) => this.#of(subject) >= limitOf(times))) return false;
    for (const { subject } of counted) this.#counts.set(subject, this.#of(subject) + 1);
    return true;
  }

  giveBack(network: string): void {
    for (const { subject } of countedSubjects(network)) {
      const left = this.#of(subject) - 1;
      if (left === 0) this.#counts.delete(subject);
      else this.#counts.set(subject, left);
    }
  }

  #of(subject: string): number {
    return this.#counts.get(subject) ?? 0;
  }
}

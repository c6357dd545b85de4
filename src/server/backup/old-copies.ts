export const ENCRYPTED = '.tar.age';

/** "shop-2026-11-25T03-30-00-000Z", encrypted or not; the first group is the day in UTC. */
const COPY_NAME = /^shop-(\d{4}-\d\d-\d\d)T\d\d-\d\d-\d\d-\d{3}Z(?:\.tar\.age)?$/;

export interface Kept {
  /** The number of newest copies to keep. */
  newest: number;
  /** For this many days, counted back from the newest copy, the newest copy of each day is kept, too. */
  days: number;
}

/** The names of the copies to delete, oldest first. Ignores other names in the folder. */
export function oldCopies(names: readonly string[], { newest, days }: Kept): string[] {
  const copies = names.flatMap((name) => (COPY_NAME.test(name) ? [{ name, day: COPY_NAME.exec(name)![1]! }] : []));
  copies.sort((one, other) => other.name.localeCompare(one.name));
  const newestOfDay = [...Map.groupBy(copies, ({ day }) => day).values()].map(([first]) => first!.name);
  const kept = new Set([...copies.slice(0, newest).map(({ name }) => name), ...newestOfDay.slice(0, days)]);
  return copies
    .map(({ name }) => name)
    .filter((name) => !kept.has(name))
    .toReversed();
}

/** Processes all items with a limited number of workers. */
export async function inParallel<T>(items: Iterable<T>, work: (item: T) => Promise<void>, workers = 16): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

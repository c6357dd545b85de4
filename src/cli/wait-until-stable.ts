interface Pace {
  everyMs: number;
  /** The wait ends after this time, even if the changes continue. */
  longestMs: number;
  wait: (ms: number) => Promise<unknown>;
}

/** Waits until a burst of changes ends, which is when two reads in a row return the same state; returns that state. */
export async function waitUntilStable(
  first: string,
  readState: () => Promise<string | undefined>,
  { everyMs, longestMs, wait }: Pace,
): Promise<string> {
  let state = first;
  for (let waited = 0; waited < longestMs; waited += everyMs) {
    await wait(everyMs);
    const next = (await readState()) ?? state;
    if (next === state) break;
    state = next;
  }
  return state;
}

interface Pace {
  everyMs: number;
  /** A burst that goes on for longer counts as over. */
  longestMs: number;
  wait: (ms: number) => Promise<unknown>;
}

/** Waits until a burst of changes is over: until a look shows what the one before showed. Answers that. */
export async function afterBurst(
  first: string,
  look: () => Promise<string | undefined>,
  { everyMs, longestMs, wait }: Pace,
): Promise<string> {
  let state = first;
  for (let waited = 0; waited < longestMs; waited += everyMs) {
    await wait(everyMs);
    const next = (await look()) ?? state;
    if (next === state) break;
    state = next;
  }
  return state;
}

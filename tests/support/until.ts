import { setTimeout as wait } from 'node:timers/promises';

const FIRST_PAUSE_MS = 20;
/** Long waits poll less often, because asking takes processor time from what they wait for. */
const LONGEST_PAUSE_MS = 200;

/** Polls until the condition is true; throws after too long. Also works outside of a test runner. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, seconds = 100): Promise<void> {
  const giveUp = performance.now() + seconds * 1000;
  for (let pause = FIRST_PAUSE_MS; !(await isSo()); pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    if (performance.now() > giveUp) throw new Error(`Waited ${seconds} s in vain: ${what}`);
    await wait(pause);
  }
}

import { setTimeout as wait } from 'node:timers/promises';

/** Polls until the condition is true; throws after too long. Also works outside of a test runner. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, seconds = 50): Promise<void> {
  const giveUp = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > giveUp) throw new Error(`Waited ${seconds} s in vain: ${what}`);
    await wait(20);
  }
}

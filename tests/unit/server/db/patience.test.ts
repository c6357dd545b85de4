import { expect, it, onTestFinished, vi } from 'vitest';
import { createPatience } from '#src/server/db/patience.ts';

/** A database that is away for the first questions. */
function database(away: number) {
  let questions = 0;
  const ask = async () => {
    questions++;
    if (questions <= away) throw new Error('away');
  };
  return { ask, questions: () => questions };
}

it('simultaneous callers share one wait for the database', async () => {
  const { ask, questions } = database(1);
  const patience = createPatience(ask);
  expect(await Promise.all([patience(), patience(), patience()])).toEqual([true, true, true]);
  expect(questions()).toBe(2);
});

it('no caller waits after a failed wait until the database has answered again', async () => {
  const { ask, questions } = database(4);
  let now = 0;
  // Each question takes so long on this clock, however busy the machine is.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const slow = async () => {
    now += 80;
    await ask();
  };
  const patience = createPatience(slow, 100);
  expect(await patience()).toBe(false);
  expect(questions()).toBe(2);
  expect(await patience()).toBe(false);
  expect(questions()).toBe(3);
  expect(await patience()).toBe(false);
  expect(await patience()).toBe(true);
});

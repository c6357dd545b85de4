import { expect, it } from 'vitest';
import { jobAges, startJobs } from '#src/server/jobs.ts';
import { until } from '../../support/until.ts';

const MINUTE_MS = 60_000;

it('a job is late when it has not succeeded for 15 minutes longer than its interval', async () => {
  const failures: unknown[] = [];
  const ctx = { log: { error: (line: unknown) => failures.push(line) } as never };
  let runs = 0;
  const hang = (stopping: AbortSignal) =>
    new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()));
  const stop = startJobs(ctx, [
    { name: 'well', pauseMs: 1, run: async () => void runs++ },
    { name: 'failing', pauseMs: 1, run: () => Promise.reject(new Error('no')) },
    { name: 'hanging', pauseMs: 1, run: hang },
    { name: 'rare', pauseMs: 60 * MINUTE_MS, run: async () => {} },
  ]);
  await until('the jobs run', () => runs > 1 && failures.length > 1);
  const late = (minutes: number) =>
    jobAges(ctx, performance.now() + minutes * MINUTE_MS)
      .filter(({ isLate }) => isLate)
      .map(({ name }) => name);
  expect(late(14)).toEqual([]);
  expect(late(16)).toEqual(['well', 'failing', 'hanging']);
  expect(late(76)).toContain('rare');
  const [well, failing] = jobAges(ctx);
  expect(well!.ageMs).toBeLessThan(failing!.ageMs);
  await stop();
});

it('a process without jobs has no late job', () => {
  expect(jobAges({ log: {} as never })).toEqual([]);
});

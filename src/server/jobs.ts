import type { Context } from './context.ts';

export interface Job {
  name: string;
  /** Pause between the end of one run and the start of the next. */
  pauseMs: number;
  /** Work in several steps stops between two steps when the signal aborts. */
  run: (stopping: AbortSignal) => Promise<void>;
}

/** Runs jobs in the background, each one run at a time. The returned function stops them and waits for the current runs. */
export function startJobs({ log }: Pick<Context, 'log'>, jobs: Job[]): () => Promise<void> {
  const stopping = new AbortController();
  const loops = jobs.map(async ({ name, pauseMs, run }) => {
    while (!stopping.signal.aborted) {
      await run(stopping.signal).catch((error: unknown) => log.error({ err: error, job: name }, 'job failed'));
      await pause(pauseMs, stopping.signal);
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

import type { Context } from './context.ts';

export interface Job {
  name: string;
  /** From the end of one run to the begin of the next. */
  pauseMs: number;
  /** Work that comes in pieces ends between two once the shop stops. */
  run: (stopping: AbortSignal) => Promise<void>;
}

/** Runs jobs beside the requests, each never twice at once; the answer stops them and waits for those under way. */
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

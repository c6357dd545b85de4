import type { Context } from './context.ts';
import { withOrigin } from './log-origin.ts';

export interface Job {
  name: string;
  /** Pause between the end of one run and the start of the next. */
  pauseMs: number;
  /** A job with several steps stops between two steps when the signal aborts. */
  run: (stopping: AbortSignal) => Promise<void>;
}

export interface JobAge {
  name: string;
  /** Milliseconds since the job's last success in this process, or since its start. */
  ageMs: number;
  isLate: boolean;
}

/** Longer than any run that makes progress: a hanging mail server or PayPal ends a step after 90 s at most. */
const LATE_MS = 15 * 60_000;

/** When each job last succeeded, on the clock of `performance.now()`. */
type Successes = Map<Job, number>;
const successes = new WeakMap<object, Successes>();

type JobContext = Pick<Context, 'log'>;

/** Milliseconds since the last success of each job of this process; empty in a process without jobs. */
export function jobAges(ctx: JobContext, now = performance.now()): JobAge[] {
  return [...(successes.get(ctx) ?? [])].map(([{ name, pauseMs }, at]) => {
    const ageMs = now - at;
    return { name, ageMs, isLate: ageMs > pauseMs + LATE_MS };
  });
}

/**
 * Runs jobs in the background, each one run at a time. The returned function stops them and waits for the current runs.
 */
export function startJobs(ctx: JobContext, jobs: Job[]): () => Promise<void> {
  const stopping = new AbortController();
  const succeeded: Successes = new Map(jobs.map((job) => [job, performance.now()]));
  successes.set(ctx, succeeded);
  const loops = jobs.map(async (job) => {
    while (!stopping.signal.aborted) {
      try {
        await withOrigin({ job: job.name }, () => job.run(stopping.signal));
        succeeded.set(job, performance.now());
      } catch (error) {
        ctx.log.error({ err: error, job: job.name }, 'job failed');
      }
      await pause(job.pauseMs, stopping.signal);
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

/** Loaded into every process of a measured program: at its end it notes what it took. */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const notes = process.env.BENCH_NOTES;
if (notes && isMainThread)
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    appendFileSync(notes, `${maxRSS} ${userCPUTime + systemCPUTime}\n`);
  });

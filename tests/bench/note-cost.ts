/** Loaded into every process of a measured program; writes the process's cost when it ends. */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const notes = process.env.BENCH_NOTES;
if (notes && isMainThread)
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    appendFileSync(notes, `${maxRSS} ${userCPUTime + systemCPUTime}\n`);
  });

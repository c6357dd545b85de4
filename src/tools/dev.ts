/** `npm run dev`: Astro's dev server on the demo catalogue, with the jobs that run beside a server. */
import { spawn } from 'node:child_process';
import { runJobs } from '#src/jobs.ts';
import { ensureTestLogin } from '#src/features/account/server/test-login.ts';
import { createContext } from '#src/server/context.ts';
import { importDemoCatalogue } from './demo-catalogue.ts';

await importDemoCatalogue();
const ctx = createContext();
await ensureTestLogin(ctx);
runJobs(ctx);
const server = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.once('exit', (code) => process.exit(code ?? 1));

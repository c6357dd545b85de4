/** `npm run dev`: Astro's dev server on the demo catalogue. */
import { spawn } from 'node:child_process';
import { importDemoCatalogue } from './demo-catalogue.ts';

await importDemoCatalogue();
const server = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.once('exit', (code) => process.exit(code ?? 1));

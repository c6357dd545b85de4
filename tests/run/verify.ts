/** `npm run verify`: all deterministic checks, without browser and servers. */
import { runChecks } from './checks.ts';

process.exitCode = (await runChecks(['types', 'lint', 'format', 'unit'])) ? 0 : 1;

/** `npm run verify`: all deterministic checks, without browser and servers. */
import { QUICK, runChecks } from './checks.ts';

process.exitCode = (await runChecks([QUICK])) ? 0 : 1;

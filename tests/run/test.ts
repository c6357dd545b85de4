/** `npm test`: every rule of the shop once, ending with `N passed, N failed`. `--all`: also in every language and on both database engines. */
import { ALL, runChecks } from './checks.ts';

if (process.argv.includes('--all')) process.env.TEST_MATRIX = 'all';
process.exitCode = (await runChecks(...ALL)) ? 0 : 1;

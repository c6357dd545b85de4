/** `npm test`: everything that can be checked, ending with `N passed, N failed`. */
import { runChecks } from './checks.ts';

process.exitCode = (await runChecks(['types', 'lint', 'format', 'unit', 'site', 'api-sqlite', 'api-postgres', 'browser'])) ? 0 : 1;

/**
 * `npm test`: every rule of the shop once, ending with `N passed, N failed`. `--all`: also in every language and on
 * both database engines. `--storms`: after that, every storm.
 */
if (process.argv.includes('--all')) process.env.TEST_MATRIX = 'all';
// Loaded after that, because it reads the variable at once.
const { ALL, STORMS, runChecks } = await import('./checks.ts');
process.exitCode = (await runChecks(ALL, process.argv.includes('--storms') ? STORMS : [])) ? 0 : 1;

export {}; // a module, so that it may wait

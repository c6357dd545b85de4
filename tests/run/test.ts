/**
 * `npm test`: every rule of the shop once, ending with `N passed, N failed`. `--all`: also in every language and on
 * both database engines.
 */
if (process.argv.includes('--all')) process.env.TEST_MATRIX = 'all';
// Loaded after that, because it reads the variable at once.
const { ALL, runChecks } = await import('./checks.ts');
process.exitCode = (await runChecks(...ALL)) ? 0 : 1;

export {}; // a module, so that it may wait

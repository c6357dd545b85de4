/** `npm run format`: writes all files in the project's format, which `npm run verify` checks. */
import { spawnSync } from 'node:child_process';

const WRITERS = [
  ['node_modules/oxfmt/bin/oxfmt', '.'],
  ['node_modules/prettier/bin/prettier.cjs', '--write', '--log-level', 'warn', 'src/**/*.astro'],
];

const ended = WRITERS.map((args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status);
process.exitCode = ended.every((status) => status === 0) ? 0 : 1;

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Whether the program age is installed; tests that need it are skipped elsewhere. */
export const hasAge = (process.env.PATH ?? '')
  .split(path.delimiter)
  .some((folder) => existsSync(path.join(folder, 'age')));

/** Makes a pair of keys: the secret one in a file, and the recipient for `--encrypt-to`. */
export function newAgeKey(file: string): string {
  execFileSync('age-keygen', ['-o', file], { stdio: 'ignore' });
  return execFileSync('age-keygen', ['-y', file], { encoding: 'utf8' }).trim();
}

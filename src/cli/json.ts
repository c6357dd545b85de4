import { Option } from 'commander';

/** The option of commands that list something. */
export const jsonOption = (): Option =>
  new Option('--json', 'print a JSON array for other programs, with times in UTC');

export const printJson = (rows: readonly unknown[]): void => console.log(JSON.stringify(rows, null, 2));

import os from 'node:os';
import path from 'node:path';
import { inFolder } from './clean-up.ts';
import { writeLargeCatalogue } from './large-catalogue.ts';
import { measure, type Cost } from './measure.ts';
import { number, table, tell } from './report.ts';

const ROWS = 20_000;

/** The duration of an import of many rows: the first one, and one without changes. */
export function benchImport(): Promise<string> {
  return inFolder(os.tmpdir(), async (folder) => {
    const catalogue = writeLargeCatalogue(path.join(folder, 'catalogue'), ROWS, 'rows only');
    const rows: string[][] = [];
    for (const name of ['first', 'unchanged']) {
      tell(`import: ${name}`);
      const cost = await measure(['src/cli/shop.ts', 'catalogue', 'import', catalogue], {
        DATA_DIR: path.join(folder, 'data'),
      });
      rows.push([name, ...figures(cost)]);
    }
    return table([`import of ${number(ROWS)} rows, SQLite`, 's', 'processor s', 'peak MiB', 'rows/s'], rows);
  });
}

const figures = ({ seconds, processorSeconds, peakMiB }: Cost) => [
  number(seconds, 1),
  number(processorSeconds, 1),
  number(peakMiB),
  number(ROWS / seconds),
];

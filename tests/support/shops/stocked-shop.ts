import { rmSync } from 'node:fs';
import path from 'node:path';
import { codeDigest } from '#src/cli/code-digest.ts';
import { importCatalogue, type ImportOptions } from '#src/features/editing/server/import/import-catalogue.ts';
import { describeMistake } from '#src/server/content/mistake.ts';
import type { ImportReport } from '#src/features/editing/server/write-catalogue.ts';
import { freshShop, type FreshShop } from './fresh-shop.ts';
import { productRow, writeCatalogue, type Cells } from '../catalogue/catalogue.ts';
import { canFollow, startShop, startWarmShop, type RunningShop } from './server.ts';
import { shopHere } from './shop-here.ts';

type Files = Record<string, string | Uint8Array>;

export interface ImportOutcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface StockedShop extends FreshShop {
  /** The catalogue folder that `import` writes and imports. */
  folder: string;
  /** Replaces the folder's files. */
  write: (rows: Cells[], files?: Files) => void;
  /** Writes the files and imports them through the command line; returns its output. */
  import: (rows: Cells[], files?: Files, args?: string[]) => Promise<ImportOutcome>;
  /** Writes the files and imports them in this process, which is faster; throws when the import fails. */
  stock: (rows: Cells[], files?: Files, options?: Pick<ImportOptions, 'partial' | 'code'>) => Promise<ImportReport>;
  /**
   * Starts the built server on this shop's data, in a process that other shops had before unless it needs one of its
   * own. `dispose` stops it.
   */
  serve: (env?: Record<string, string>, program?: string, execPath?: string) => Promise<RunningShop>;
}

/** As the command line names it: an import by either then changes nothing that the other one wrote. */
const CODE = codeDigest();

/** A fresh shop with an imported catalogue. */
export async function stockedShop(
  rows: Cells[] = [],
  files: Files = {},
  env: Record<string, string> = {},
): Promise<StockedShop> {
  const fresh = await freshShop(env);
  const folder = path.join(fresh.env.DATA_DIR ?? '', 'catalogue');
  const servers: RunningShop[] = [];
  const own: StockedShop = {
    ...fresh,
    folder,
    write(newRows, newFiles = {}) {
      rmSync(folder, { recursive: true, force: true });
      writeCatalogue(folder, newRows.map(productRow), newFiles);
    },
    async import(newRows, newFiles, args = []) {
      own.write(newRows, newFiles);
      return shopHere(['catalogue', 'import', folder, ...args], fresh.env);
    },
    async stock(newRows, newFiles, options) {
      own.write(newRows, newFiles);
      const result = await importCatalogue(fresh.ctx, { source: folder, code: CODE, ...options });
      if (!result.ok) throw new Error(`The import failed:\n${result.error.map(describeMistake).join('\n')}`);
      return result.value;
    },
    async serve(more = {}, program, execPath) {
      const env = { ...fresh.env, ...more };
      const server = await (!program && canFollow(env) ? startWarmShop(env) : startShop(env, program, execPath));
      servers.push(server);
      return server;
    },
    async dispose() {
      await Promise.all(servers.map((server) => server.stop()));
      await fresh.dispose();
    },
  };
  if (rows.length) await own.stock(rows, files);
  return own;
}

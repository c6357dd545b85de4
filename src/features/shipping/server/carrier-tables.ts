import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '#src/server/context.ts';
import type { Result } from '#src/shared/result.ts';
import { readCarrierTable, type CarrierTable } from '../carrier-columns.ts';

const FOLDER = 'shipping';
/** A shop whose CONTENT_DIR is older than these files has those of the program. */
const OWN = path.resolve('src/content');
const NAME = /^([a-z][a-z0-9-]{1,19})\.yaml$/;

export interface NamedTable {
  /** The carrier's short name, as in `shipping.carriers` of shop.yaml. */
  carrier: string;
  file: string;
  table: Result<CarrierTable, string[]>;
}

/** The tables of CONTENT_DIR as they are now: nothing is built from them. */
export function readCarrierTables({ config: { contentDir } }: Pick<Context, 'config'>): NamedTable[] {
  const folder = path.join(existsSync(path.join(contentDir, FOLDER)) ? contentDir : OWN, FOLDER);
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const carrier = NAME.exec(file)?.[1];
      const text = () => readFileSync(path.join(folder, file), 'utf8');
      return carrier ? [{ carrier, file: `${FOLDER}/${file}`, table: readCarrierTable(text()) }] : [];
    });
}

/** The contents of a copy of the shop, and the record file that lists them. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Refusal } from '#src/server/run-program.ts';
import type { Figures } from './figures.repository.ts';

/** Names inside a copy, beside the database. */
const RECORD_FILE = 'copy.json';
export const SETTINGS_FILE = 'settings.env';
export const PICTURES = 'pictures';
export const CONTENT = 'content';

const count = z.number().int();
const figures = z.record(z.string(), z.union([count, z.string(), z.null()])) as unknown as z.ZodType<Figures>;

const recordSchema = z.object({
  version: z.literal(1),
  madeAt: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  figures,
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      key: z.array(z.string()),
      rows: count,
      digest: z.string(),
    }),
  ),
  /** SHA-256 of each other file, by its path inside the copy. */
  files: z.record(z.string(), z.string()),
});

/** All values describe the source at the time of the copy. */
export type CopyRecord = z.output<typeof recordSchema>;

export function writeRecord(folder: string, record: CopyRecord): void {
  writeFileSync(path.join(folder, RECORD_FILE), `${JSON.stringify(record, null, 1)}\n`);
}

/** Throws a refusal when the folder is not a copy of a shop. */
export function readRecord(folder: string): CopyRecord {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path.join(folder, RECORD_FILE), 'utf8')));
  } catch (error) {
    const cause = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Refusal(
      `${folder} is not a copy that \`shop backup\` made, or a later version made it. Nothing was done. ${cause}`,
    );
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '#src/server/db/database.ts';
import { migrationsFor } from '#src/server/db/migrate.ts';
import { openSqlite } from '#src/server/db/sqlite.ts';

/**
 * Changes that look as if a server of the version before could not work with them, each with the reason why it can or why none runs any
 * more (docs/contributing.md, "I want to change the schema").
 */
const ACCEPTED = [
  '0015-guests: checkouts_by_guest_request is a new rule for checkouts', // of a column that the version before leaves empty
  '0034-audit-terms-and-customer-search: audit_kept is a new rule for audit', // the version before deletes no entry
];

interface Column {
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

interface Schema {
  /** By table and name. */
  columns: Map<string, Column>;
  tables: Set<string>;
  /** Triggers and unique indexes, with their table. */
  rules: Map<string, string>;
}

let folder: string;
let engine: Engine;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-migrations-'));
  engine = openSqlite(folder, true);
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function readSchema(): Promise<Schema> {
  const tables = await engine.read.introspection.getTables();
  const { rows } = await sql<{ name: string; table: string }>`
    select name, tbl_name as "table" from sqlite_master
    where type = 'trigger' or (type = 'index' and sql like 'create unique%')`.execute(engine.read);
  return {
    tables: new Set(tables.map(({ name }) => name)),
    columns: new Map(
      tables.flatMap((table) =>
        table.columns.map(({ name, dataType, isNullable, hasDefaultValue }) => [
          `${table.name}.${name}`,
          { type: dataType, isNullable, hasDefault: hasDefaultValue },
        ]),
      ),
    ),
    rules: new Map(rows.map(({ name, table }) => [name, table])),
  };
}

/** Schema changes that break a program that knows only the previous schema. */
function contractions(before: Schema, after: Schema): string[] {
  const found: string[] = [];
  for (const table of before.tables) if (!after.tables.has(table)) found.push(`the table ${table} is gone`);
  for (const [name, old] of before.columns) {
    const column = after.columns.get(name);
    if (!column) found.push(`${name} is gone`);
    else if (column.type !== old.type) found.push(`${name} is now ${column.type}`);
    else if (old.isNullable && !column.isNullable) found.push(`${name} must now have a value`);
  }
  const isOfOldTable = (table: string) => before.tables.has(table);
  for (const [name, { isNullable, hasDefault }] of after.columns)
    if (!before.columns.has(name) && isOfOldTable(name.split('.')[0]!) && !isNullable && !hasDefault)
      found.push(`${name} is new and has no default value`);
  for (const [name, table] of after.rules)
    if (!before.rules.has(name) && isOfOldTable(table)) found.push(`${name} is a new rule for ${table}`);
  return found;
}

it('every migration lets the previous version run on its schema', async () => {
  const migrations = migrationsFor(engine);
  const migrator = new Migrator({ db: engine.direct, provider: { getMigrations: async () => migrations } });
  const found: string[] = [];
  for (const name of Object.keys(migrations).sort()) {
    const before = await readSchema();
    const { error } = await migrator.migrateUp();
    expect(error).toBeUndefined();
    found.push(...contractions(before, await readSchema()).map((problem) => `${name}: ${problem}`));
  }
  expect(found).toEqual(ACCEPTED);
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, expect, it } from 'vitest';
import type { Engine } from '#src/server/db/database.ts';
import { FIRST_RELEASE } from '#src/server/db/development-steps.ts';
import { migrate, migrationsFor } from '#src/server/db/migrate.ts';
import { openSqlite } from '#src/server/db/sqlite.ts';

/**
 * Changes that look as if a server of the version before could not work with them, each with the reason why it can or
 * why none runs any more (docs/contributing.md, "I want to change the schema").
 */
const ACCEPTED: string[] = [
  // It allows more than the index one_invoice_per_order, which it replaces.
  '0005-corrected-invoices: first_invoice_of_order is a new rule for invoices',
  // The version before never sets corrects_id, and rows without it are not in this index.
  '0005-corrected-invoices: one_correction_per_invoice is a new rule for invoices',
];

/** A database of the last version before 1.0.0, without a shop's rows. */
const BEFORE_FIRST_RELEASE = readFileSync('tests/support/data/schema-before-1.0.0.sql', 'utf8');

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

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-migrations-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function withDatabase<T>(act: (engine: Engine) => Promise<T>, script = ''): Promise<T> {
  const own = mkdtempSync(path.join(folder, 'db-'));
  new Sqlite(path.join(own, 'shop.db')).exec(script).close();
  const engine = openSqlite(own, true);
  return act(engine).finally(() => engine.close());
}

async function readSchema(engine: Engine): Promise<Schema> {
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
  await withDatabase(async (engine) => {
    const migrations = migrationsFor(engine);
    const migrator = new Migrator({ db: engine.direct, provider: { getMigrations: async () => migrations } });
    const found: string[] = [];
    for (const name of Object.keys(migrations).sort()) {
      const before = await readSchema(engine);
      const { error } = await migrator.migrateUp();
      expect(error).toBeUndefined();
      found.push(...contractions(before, await readSchema(engine)).map((problem) => `${name}: ${problem}`));
    }
    expect(found).toEqual(ACCEPTED);
  });
});

it('the history of a stock begins with the units that are there', async () => {
  await withDatabase(async (engine) => {
    const migrations = migrationsFor(engine);
    const names = Object.keys(migrations).sort();
    const migrator = new Migrator({ db: engine.direct, provider: { getMigrations: async () => migrations } });
    await migrator.migrateTo(names[names.findIndex((name) => name.endsWith('-stock-movements')) - 1]!);
    const product = { slug: 'x', product_name: 'X', category_slug: 'x', kind: 'food', sort_name: 'x', facts: '{}' };
    const terms = { real_price_cents: 1, discount_percent: 0, price_cents: 1, vat_rate: 7, deposit_cents: 0 };
    const sale = { age_limit: 0, withdrawal: 'none', base_price_exempt: 0, rank: 1, digest: '', net_quantity: 1 };
    const at = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
    const stored = { ...product, ...terms, ...sale, ...at, net_unit: 'g' };
    const label = { label_pt: 'x', label_de: 'x', label_en: 'x' };
    await engine.direct
      .insertInto('categories')
      .values({ slug: 'x', group_name: 'food', ...label })
      .execute();
    await engine.direct
      .insertInto('products')
      .values([
        { ...stored, cod_catalog: 'A-1', quantity_available: 7 },
        { ...stored, cod_catalog: 'A-2', slug: 'y', quantity_available: 0 },
      ])
      .execute();
    await migrator.migrateToLatest();
    const moves = await engine.read.selectFrom('stock_movements').select(['units', 'stock', 'reason']).execute();
    expect(moves).toEqual([{ units: 7, stock: 7, reason: 'opening' }]);
  });
});

/** Everything in a database. Columns are sorted, because those that were added later come last. */
async function describeDatabase({ read }: Engine) {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_master where sql is not null order by type, name`.execute(read);
  const statements = rows.map(({ type, sql: text }) => {
    const body = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    return type === 'table' ? { table: text.split('(')[0]!, columns: body.split(/, ?(?![^(]*\))/).sort() } : text;
  });
  const { rows: names } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(read);
  return {
    statements,
    state: await read.selectFrom('catalogue_state').selectAll().execute(),
    migrations: names.map(({ name }) => name),
  };
}

it('the first release creates the same schema as the migrations before 1.0.0', async () => {
  const migrated = async (engine: Engine) => {
    await migrate(engine);
    return describeDatabase(engine);
  };
  const made = await withDatabase(migrated);
  expect(made.statements.length).toBeGreaterThan(100);
  expect(await withDatabase(migrated, BEFORE_FIRST_RELEASE)).toEqual(made);
  const before = await withDatabase(describeDatabase, BEFORE_FIRST_RELEASE);
  const [names, first] = await withDatabase(async (engine) => {
    const migrations = migrationsFor(engine);
    const getMigrations = async () => ({ [FIRST_RELEASE]: migrations[FIRST_RELEASE]! });
    await new Migrator({ db: engine.direct, provider: { getMigrations } }).migrateToLatest();
    return [Object.keys(migrations), await describeDatabase(engine)];
  });
  expect({ ...before, migrations: [FIRST_RELEASE] }).toEqual(first);
  expect(made.migrations).toEqual([...names, ...before.migrations].sort());
});

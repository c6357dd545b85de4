/** Merges the editors' files into the records of the database. */
import type { Reader } from '#src/server/db/database.ts';
import type { CatalogueSourceRow } from '#src/server/db/tables/catalogue.ts';
import {
  altsOfRow,
  changedFields,
  digestOf,
  fieldsOfCategory,
  fieldsOfProduct,
  withoutCells,
  type Fields,
  type PictureAlts,
} from './catalogue-fields.ts';
import type { CatalogueFiles } from './catalogue-files.ts';
import { mergeVersions, type Choice, type Conflict } from './merge-versions.ts';
import type { Mistake } from './mistake.ts';
import type { PublicationChange } from './publications.repository.ts';
import { findSources, findVersions, type Kind } from './sources.repository.ts';

export interface MergeOptions {
  /** Records that the files do not name stay as they are. */
  partial: boolean;
  /** Which side wins where files and desk changed the same record. */
  choose: (key: string) => Choice;
  now: string;
}

export interface MergedCatalogue {
  /** What is live after the import, by key: all records that the files or the database name. */
  products: Map<string, Fields>;
  /** The records of the files' products, as `products` has them where the desk changed nothing. */
  fromFiles: Map<string, Fields>;
  /** Digests of the products of which files, draft and shop say the same. */
  settled: Map<string, string>;
  /** Products of the files that the database had no record of. */
  unknown: Set<string>;
  /** undefined when the files say nothing about categories. */
  categories: Map<string, Fields> | undefined;
  /** Rows and records to store. */
  rows: CatalogueSourceRow[];
  records: Fields[];
  changes: PublicationChange[];
  conflicts: Mistake[];
}

interface FileRecord {
  fields: Fields;
  digest: string;
  file: string;
  line: number;
}

/** Whether files, draft and shop say the same as when they last agreed, which is true of most records. */
const isSettled = ({ draft, published, agreed }: CatalogueSourceRow, { digest }: FileRecord): boolean =>
  draft === digest && published === digest && agreed === digest;

type Named = Map<string, FileRecord>;

/** `originals`: names of the pictures' original files by catalogue code. */
export async function mergeFiles(
  db: Reader,
  files: CatalogueFiles,
  originals: ReadonlyMap<string, string[]>,
  options: MergeOptions,
): Promise<MergedCatalogue> {
  const sources = await findSources(db);
  const known = {
    product: new Map(sources.filter(({ kind }) => kind === 'product').map((row) => [row.key, row])),
    category: new Map(sources.filter(({ kind }) => kind === 'category').map((row) => [row.key, row])),
  };
  const products = await readProducts(db, files, originals, known.product);
  const named = { product: products, category: readCategories(files.categories ?? []) };
  const open = sources.filter((row) => {
    const record = named[row.kind].get(row.key);
    return !record || !isSettled(row, record);
  });
  const versions = await findVersions(
    db,
    open.flatMap((row) => [row.draft, row.published, row.agreed]),
  );
  const merged: MergedCatalogue = {
    products: new Map(),
    fromFiles: new Map([...products].map(([code, { fields }]) => [code, fields])),
    settled: new Map(),
    unknown: new Set([...products.keys()].filter((code) => !known.product.has(code))),
    categories: undefined,
    rows: [],
    records: [],
    changes: [],
    conflicts: [],
  };
  const merge = (kind: Kind, live: Map<string, Fields>) => {
    const [records, rows] = [named[kind], known[kind]];
    for (const key of new Set([...records.keys(), ...rows.keys()]))
      mergeRecord({ kind, key, record: records.get(key), row: rows.get(key), versions }, options, merged, live);
  };
  merge('product', merged.products);
  if (files.categories) {
    merged.categories = new Map();
    merge('category', merged.categories);
  }
  return merged;
}

async function readProducts(
  db: Reader,
  { products, texts, alts, isTable }: CatalogueFiles,
  originals: ReadonlyMap<string, string[]>,
  known: ReadonlyMap<string, CatalogueSourceRow>,
): Promise<Named> {
  // A single table holds no texts and pictures, so it says the same as before about them.
  const stored = isTable ? await findVersions(db, [...known.values()].map(lastSaid)) : undefined;
  const altsByCode = Map.groupBy(alts, ({ row }) => row.cod_catalog);
  return new Map(
    products.map(({ file, line, row }) => {
      const code = row.cod_catalog;
      const own = fieldsOfProduct({
        row,
        texts: texts.get(code) ?? {},
        pictures: originals.get(code) ?? [],
        alts: inOrder(altsByCode.get(code) ?? []),
      });
      const before = known.get(code);
      const fields = stored && before ? { ...own, ...withoutCells(stored.get(lastSaid(before) ?? '')) } : own;
      return [code, { file, line, fields, digest: digestOf(fields) }];
    }),
  );
}

const lastSaid = ({ agreed, draft }: CatalogueSourceRow): string | null => agreed ?? draft;

/** By the numbers of the pictures. */
function inOrder(rows: CatalogueFiles['alts']): PictureAlts[] {
  const alts: PictureAlts[] = [];
  for (const { row } of rows) alts[row.picture - 1] = altsOfRow(row);
  return alts;
}

const readCategories = (categories: NonNullable<CatalogueFiles['categories']>): Named =>
  new Map(
    categories.map(({ file, line, row }) => {
      const fields = fieldsOfCategory(row);
      return [row.slug, { file, line, fields, digest: digestOf(fields) }];
    }),
  );

interface OneRecord {
  kind: Kind;
  key: string;
  record: FileRecord | undefined;
  row: CatalogueSourceRow | undefined;
  versions: ReadonlyMap<string, Fields>;
}

function mergeRecord(one: OneRecord, options: MergeOptions, merged: MergedCatalogue, live: Map<string, Fields>): void {
  const { kind, key, record, row, versions } = one;
  if (record && row && isSettled(row, record)) {
    live.set(key, record.fields);
    if (kind === 'product') merged.settled.set(key, record.digest);
    return;
  }
  const stored = (digest: string | null | undefined) => (digest ? versions.get(digest) : undefined);
  const [draft, published, agreed] = [stored(row?.draft), stored(row?.published), stored(row?.agreed)];
  if (!record && options.partial) {
    if (published) live.set(key, published);
    return;
  }
  const result = mergeVersions({ files: record?.fields, draft, published, agreed }, options.choose(key));
  merged.conflicts.push(...result.conflicts.map((conflict) => describeConflict(one, conflict)));
  const isAsInFiles = record && result.published && changedFields(record.fields, result.published).length === 0;
  if (result.published) live.set(key, isAsInFiles ? record.fields : result.published);
  const digests = {
    draft: result.draft ? digestOf(result.draft) : null,
    published: result.published ? digestOf(result.published) : null,
    agreed: record?.digest ?? null,
  };
  if (row && digests.draft === row.draft && digests.published === row.published && digests.agreed === row.agreed) return;
  merged.records.push(...[result.draft, result.published, record?.fields].filter((fields) => fields !== undefined));
  const version = (row?.version ?? 0) + (digests.draft === row?.draft ? 0 : 1);
  merged.rows.push({ kind, key, ...digests, version, first_quantity: row?.first_quantity ?? null, updated_at: options.now });
  if (digests.published !== (row?.published ?? null))
    merged.changes.push({ kind, key, before: row?.published ?? null, after: digests.published });
}

const MISSING = 'nothing';
const SHOWN = 60;
const shorten = (value = MISSING) => (value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value);

function describeConflict({ kind, key, record }: OneRecord, { field, files, desk }: Conflict): Mistake {
  const decide = `Both changed since the last import. Add --theirs ${key} to take the files, or --ours ${key} to keep the desk.`;
  const said = field
    ? `${key} is “${shorten(files)}” in the files and “${shorten(desk)}” in the desk.`
    : `the ${kind} ${key} was ${files} in the files and ${desk} in the desk.`;
  const file = record?.file ?? (kind === 'product' ? 'products.csv' : 'categories.csv');
  return { file, line: record?.line, field, message: `${said} ${decide}` };
}

/** Merges the editors' files into the records of the database. */
import type { Reader } from '#src/server/db/database.ts';
import type { CatalogueSourceRow } from '#src/server/db/tables/catalogue.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import {
  altsOfRow,
  changedFields,
  versionDigest,
  fieldsOfCategory,
  fieldsOfProduct,
  unsaidFields,
  type Fields,
  type PictureAlts,
} from '../catalogue-fields.ts';
import type { CatalogueFiles } from './catalogue-files.ts';
import { mergeVersions, type Choice, type Conflict } from '../merge-versions.ts';
import { findLastPublished, type PublicationChange } from '../publications.repository.ts';
import { findSources, findVersions, type Kind } from '../sources.repository.ts';

export interface MergeOptions {
  /** Records that are not in the files stay unchanged. */
  partial: boolean;
  /** Which side wins when files and desk changed the same record. */
  choose: (key: string) => Choice;
  now: string;
}

export interface MergedCatalogue {
  /** Keys of all products and categories of files and database. */
  keys: Set<string>;
  /** The live records after the import, by key: all records of files and database. */
  products: Map<string, Fields>;
  /** The records of rows with all columns, the same as in `products` when the desk changed nothing. */
  fromFiles: Map<string, Fields>;
  /** Digests of the products whose files, draft and live version are equal. */
  settled: Map<string, string>;
  /** Products in the files without a record in the database. */
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
  /** Whether the file's row has all columns. */
  isRow: boolean;
  /** Stored fields that the files do not contain. */
  unsaid: Fields;
}

/** Whether files, draft and live version are unchanged since they last agreed, which is true for most records. */
const isSettled = ({ draft, published, agreed }: CatalogueSourceRow, { digest }: FileRecord): boolean =>
  draft === digest && published === digest && agreed === digest;

type Named = Map<string, FileRecord>;
type Rows = ReadonlyMap<string, CatalogueSourceRow>;

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
  const named = { product: products, category: await readCategories(db, files, known.category) };
  const open = sources.filter((row) => {
    const record = named[row.kind].get(row.key);
    return !record || !isSettled(row, record);
  });
  const versions = await findVersions(
    db,
    open.flatMap((row) => [row.draft, row.published, row.agreed]),
  );
  const merged: MergedCatalogue = {
    keys: new Set([...sources.map(({ key }) => key), ...named.product.keys(), ...named.category.keys()]),
    products: new Map(),
    fromFiles: new Map([...products].flatMap(([code, { fields, isRow }]) => (isRow ? [[code, fields]] : []))),
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
  { products, texts, alts, isWhole }: CatalogueFiles,
  originals: ReadonlyMap<string, string[]>,
  known: Rows,
): Promise<Named> {
  const codes = products.map(({ row }) => row.cod_catalog);
  const stored = isWhole ? undefined : await findLastSaid(db, 'product', codes, known);
  const altsByCode = Map.groupBy(alts, ({ row }) => row.cod_catalog);
  return new Map(
    products.map(({ file, line, row, absent }) => {
      const code = row.cod_catalog;
      const said = {
        absent,
        texts: texts.get(code) ?? {},
        pictures: originals.get(code),
        alts: altsByCode.get(code) ?? [],
      };
      const own = fieldsOfProduct({ row, texts: said.texts, pictures: said.pictures ?? [], alts: inOrder(said.alts) });
      const unsaid = unsaidFields(stored?.get(code) ?? {}, said);
      const fields = { ...own, ...unsaid };
      return [code, { file, line, fields, digest: versionDigest(fields), isRow: absent === undefined, unsaid }];
    }),
  );
}

/**
 * The common base of these records: for one that no file had, and for one that left the shop, its last live version.
 */
async function findLastSaid(db: Reader, kind: Kind, keys: string[], known: Rows): Promise<Map<string, Fields>> {
  const rows = keys.flatMap((key) => known.get(key) ?? []);
  const digests = new Map(rows.map(({ key, agreed, published, draft }) => [key, agreed ?? published ?? draft]));
  const gone = keys.filter((key) => digests.get(key) === null);
  for (const [key, digest] of await findLastPublished(db, kind, gone)) digests.set(key, digest);
  const versions = await findVersions(db, digests.values());
  return new Map([...digests].map(([key, digest]) => [key, versions.get(digest ?? '') ?? {}]));
}

/** Sorted by the numbers of the pictures. */
function inOrder(rows: CatalogueFiles['alts']): PictureAlts[] {
  const alts: PictureAlts[] = [];
  for (const { row } of rows) alts[row.picture - 1] = altsOfRow(row);
  return alts;
}

async function readCategories(db: Reader, { categories = [], isWhole }: CatalogueFiles, known: Rows): Promise<Named> {
  const slugs = categories.map(({ row }) => row.slug);
  const stored = isWhole ? undefined : await findLastSaid(db, 'category', slugs, known);
  return new Map(
    categories.map(({ file, line, row, absent }) => {
      const unsaid: Fields = Object.fromEntries(
        Object.entries(stored?.get(row.slug) ?? {}).filter(([column]) => absent?.has(column)),
      );
      const fields = { ...fieldsOfCategory(row), ...unsaid };
      return [row.slug, { file, line, fields, digest: versionDigest(fields), isRow: true, unsaid }];
    }),
  );
}

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
  // The files never contained this product, so a missing column is not a change in the files.
  const base = agreed ?? (draft && record?.unsaid);
  const result = mergeVersions({ files: record?.fields, draft, published, agreed: base }, options.choose(key));
  merged.conflicts.push(...result.conflicts.map((conflict) => describeConflict(one, conflict)));
  const isAsInFiles = record && result.published && changedFields(record.fields, result.published).length === 0;
  if (result.published) live.set(key, isAsInFiles ? record.fields : result.published);
  const digests = {
    draft: result.draft ? versionDigest(result.draft) : null,
    published: result.published ? versionDigest(result.published) : null,
    agreed: record?.digest ?? null,
  };
  if (row && digests.draft === row.draft && digests.published === row.published && digests.agreed === row.agreed)
    return;
  merged.records.push(...[result.draft, result.published, record?.fields].filter((fields) => fields !== undefined));
  const version = (row?.version ?? 0) + (digests.draft === row?.draft ? 0 : 1);
  merged.rows.push({
    kind,
    key,
    ...digests,
    version,
    first_quantity: row?.first_quantity ?? null,
    updated_at: options.now,
  });
  if (digests.published !== (row?.published ?? null))
    merged.changes.push({ kind, key, before: row?.published ?? null, after: digests.published });
}

const MISSING = 'nothing';
const SHOWN = 60;
const shorten = (value = MISSING) => (value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value);

function describeConflict({ kind, key, record }: OneRecord, { field, files, desk }: Conflict): Mistake {
  const decide =
    `Both changed since the last import. Add --theirs ${key} to take the files, ` +
    `or --ours ${key} to keep the desk.`;
  const said = field
    ? `${key} is “${shorten(files)}” in the files and “${shorten(desk)}” in the desk.`
    : `the ${kind} ${key} was ${files} in the files and ${desk} in the desk.`;
  const file = record?.file ?? (kind === 'product' ? 'products.csv' : 'categories.csv');
  return { file, line: record?.line, field, message: `${said} ${decide}` };
}

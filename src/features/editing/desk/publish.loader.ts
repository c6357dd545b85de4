import { loadPage } from '#src/desk/list-query.ts';
import { discountedPrice } from '#src/features/catalogue/price.ts';
import { findCatalogueState } from '#src/features/catalogue/server/catalogue.repository.ts';
import { findBuildProgress } from '#src/server/build-progress.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import type { Cents } from '#src/shared/money.ts';
import { parseEuro, parseId } from '#src/shared/typed-number.ts';
import { changedFields, picturesOf, type Fields } from '../server/catalogue-fields.ts';
import { findPlans } from '../server/plans.repository.ts';
import {
  countPublications,
  findPublication,
  findPublicationChanges,
  findPublications,
} from '../server/publications.repository.ts';
import { sourceId } from '../server/publish.service.ts';
import { findStoredPictures, findUnpublished, findVersions, type Kind } from '../server/sources.repository.ts';

interface FieldChange {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

export interface Change {
  /** `kind key` */
  id: string;
  kind: Kind;
  key: string;
  name: string;
  state: 'added' | 'removed' | 'changed';
  /** The digest of the version after the change; '' for a removed record. */
  digest: string;
  fields: FieldChange[];
  /** What a buyer pays before and after, where a discount makes it another price than the field's. */
  paid: { before: Cents; after: Cents } | undefined;
  /** Name of the stored picture of a product; undefined for a category. */
  picture: string | null | undefined;
}

interface Digests {
  kind: Kind;
  key: string;
  before: string | null;
  after: string | null;
}

/** Changes field by field. For new or deleted records, only the fact that they are new or deleted is shown. */
async function describeChanges(db: Reader, rows: readonly Digests[]): Promise<Change[]> {
  const versions = await findVersions(
    db,
    rows.flatMap(({ before, after }) => [before, after]),
  );
  const compared = rows.map((row) => {
    const [was, is] = [versions.get(row.before ?? ''), versions.get(row.after ?? '')];
    const shown = is ?? was ?? {};
    return { row, was, is, shown, firstPicture: picturesOf(shown)[0] ?? '' };
  });
  const stored = await findStoredPictures(db, compared.map(({ firstPicture }) => firstPicture).filter(Boolean));
  return compared.map(({ row: { kind, key, after }, was, is, shown, firstPicture }) => {
    const state = !was ? 'added' : !is ? 'removed' : 'changed';
    const fields = state === 'changed' ? changedFields(was, is) : [];
    return {
      id: sourceId({ kind, key }),
      kind,
      key,
      name: nameOf(shown, key),
      state,
      digest: after ?? '',
      fields: fields.map((field) => ({ field, before: was?.[field], after: is?.[field] })),
      paid: fields.some((field) => PRICES.has(field)) ? paidPrices(was!, is!) : undefined,
      picture: kind === 'product' ? (stored.get(firstPicture) ?? null) : undefined,
    };
  });
}

const PRICES = new Set(['real_price', 'discount']);

function paidPrices(was: Fields, is: Fields): Change['paid'] {
  const [before, after] = [was, is].map(({ real_price: price = '', discount = '0' }) => {
    const real = parseEuro(price);
    return real.ok ? discountedPrice(real.value, Number(discount)) : undefined;
  });
  const isDiscounted = Number(was.discount ?? 0) > 0 || Number(is.discount ?? 0) > 0;
  return isDiscounted && before !== undefined && after !== undefined ? { before, after } : undefined;
}

const nameOf = (fields: Fields, key: string): string => fields.product_name ?? fields.label_de ?? key;

/** The unpublished changes. */
export async function loadWaiting({ db }: Context): Promise<Change[]> {
  const rows = await findUnpublished(db.read);
  return describeChanges(
    db.read,
    rows.map(({ kind, key, draft, published }) => ({ kind, key, before: published, after: draft })),
  );
}

/** One page of what was published, newest first. */
export const loadPublications = ({ db: { read } }: Context, url: URL) =>
  loadPage(
    url,
    async (limit, offset) => ({
      publications: await findPublications(read, limit, offset),
      total: await countPublications(read),
    }),
    20,
  );

export async function loadPublication({ db }: Context, text: string | undefined) {
  const id = parseId(text);
  return id && findPublication(db.read, id);
}

const MOST_CHANGES = 100;

/** What a publication changed. `more`: the number of changes that are not shown. */
export async function loadPublicationView({ db: { read } }: Context, id: number) {
  const rows = await findPublicationChanges(read, id);
  const [latest] = await findPublications(read, 1, 0);
  const products = rows.filter(({ kind }) => kind === 'product');
  return {
    changes: await describeChanges(read, rows.slice(0, MOST_CHANGES)),
    more: Math.max(0, rows.length - MOST_CHANGES),
    isLatest: latest?.id === id,
    added: products.filter(({ before }) => before === null).length,
    removed: products.filter(({ after }) => after === null).length,
  };
}

export interface PlanView {
  id: number;
  stage: 'start' | 'end';
  dueAt: string;
  endsAt: string | null;
  who: string;
  /** Why the publication failed. */
  mistakes: Mistake[] | undefined;
  changes: Change[];
}

/** Planned publications, and offers with an end. */
export async function loadPlans({ db }: Context): Promise<PlanView[]> {
  const plans = await findPlans(db.read);
  const described = await describeChanges(
    db.read,
    plans.flatMap(({ changes }) => changes),
  );
  let done = 0;
  return plans.map(({ id, stage, due_at: dueAt, ends_at: endsAt, who, failure, changes }) => {
    const own = described.slice(done, (done += changes.length));
    return {
      id,
      stage,
      dueAt,
      endsAt,
      who,
      mistakes: failure === null ? undefined : (JSON.parse(failure) as Mistake[]),
      changes: own,
    };
  });
}

export interface PagesState {
  state: 'live' | 'building' | 'failed' | 'late';
  done: number;
  total: number;
  /** When the catalogue last changed. */
  changedAt: string;
}

/** After this time, a change that no builder has started on is overdue. */
const LATE_MS = 60_000;

/** Servers check for a new build every half second. */
const TAKEN_UP_MS = 1000;

/** Whether the pages show the current catalogue. */
export async function loadPagesState({ db, now }: Context): Promise<PagesState> {
  const { version, changed_at: changedAt } = await findCatalogueState(db.read);
  const progress = await findBuildProgress(db.read);
  const { done = 0, total = 0 } = progress ?? {};
  const at = (state: PagesState['state']): PagesState => ({ state, done, total, changedAt });
  const age = progress ? now().getTime() - Date.parse(progress.at) : 0;
  if (progress && progress.version >= version && progress.state !== 'building')
    return at(age > TAKEN_UP_MS ? progress.state : 'building');
  const since = now().getTime() - Date.parse(progress?.state === 'building' ? progress.at : changedAt);
  return at(since > LATE_MS ? 'late' : 'building');
}

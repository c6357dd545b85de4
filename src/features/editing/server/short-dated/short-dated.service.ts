/** Units that expire soon are sold as a variant with its own price, until their date. */
import {
  findLots,
  findLotsById,
  isExpired,
  type ProductLot,
} from '#src/features/catalogue/server/lots/lots.repository.ts';
import {
  findEndedCodes,
  findOrigins,
  type Origin,
} from '#src/features/catalogue/server/lots/short-dated.repository.ts';
import { labelIn } from '#src/features/catalogue/server/product-view.ts';
import { changeStock, lockStock } from '#src/features/catalogue/server/stock.repository.ts';
import type { NetUnit } from '#src/features/catalogue/price.ts';
import { contentText } from '#src/features/catalogue/variants/families.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import { Refused, unlessRefused } from '#src/server/db/refused.ts';
import type { PublicationRow } from '#src/server/db/tables/catalogue.ts';
import { DAY_MS, germanDay } from '#src/shared/german-day.ts';
import { fail, type Result } from '#src/shared/result.ts';
import { tryInCatalogue } from '../catalogue-lock.ts';
import { versionDigest } from '../catalogue-fields.ts';
import { findFamilyRows, findPricesOf, findShownById, type ShownProduct } from '../catalogue-read.repository.ts';
import { findNextCode } from '../next-code.ts';
import { applyTargets } from '../publish.service.ts';
import { findSource, findVersions, saveVersions } from '../sources.repository.ts';
import {
  priceChoices,
  proposedPercent,
  shortDatedCode,
  shortDatedFields,
  shortDatedLabel,
  type PriceChoice,
} from './short-dated-fields.ts';

export type ShortDatedRefusal =
  | { kind: 'lot_gone' }
  | { kind: 'lot_price' }
  | { kind: 'lot_units'; values: { most: number } }
  | { kind: 'lot_not_published'; mistakes: Mistake[] };

/** What can be offered of a lot, and for how much. */
export interface LotOffer {
  lot: ProductLot;
  product: ShownProduct;
  /** Lower prices than the present one. */
  choices: PriceChoice[];
  proposed: number | undefined;
  /** Of the variant, by language. */
  labelIn: (locale: Locale) => string;
}

/** undefined for a lot without a date, past it, or of a product that is not for sale or is such a variant itself. */
export async function loadLotOffer(
  { now }: Pick<Context, 'now'>,
  db: Reader,
  lotId: number,
): Promise<LotOffer | undefined> {
  const lot = (await findLotsById(db, [lotId])).get(lotId);
  const today = germanDay(now().toISOString());
  if (!lot || lot.units === 0 || lot.bestBefore === '' || isExpired(lot, today)) return undefined;
  const product = await findShownById(db, lot.productId);
  if (!product || product.withdrawn_at !== null || product.sold_until !== null || product.sale_locked === 1)
    return undefined;
  const choices = priceChoices(product.real_price_cents, product.discount_percent);
  const daysLeft = Math.round((Date.parse(lot.bestBefore) - Date.parse(today)) / DAY_MS);
  const apart = await apartIn(db, product);
  return {
    ...{ lot, product, choices, proposed: proposedPercent(choices, daysLeft) },
    labelIn: (locale) => shortDatedLabel(locale, lot.bestBefore, apart(locale)),
  };
}

/** What distinguishes a product from the others of its family, by language; '' for the only one. */
async function apartIn(db: Reader, product: ShownProduct): Promise<(locale: Locale) => string> {
  const familyOf = (row: Pick<ShownProduct, 'cod_catalog' | 'variant_of'>) => row.variant_of ?? row.cod_catalog;
  const isOther = (row: Pick<ShownProduct, 'cod_catalog' | 'variant_of' | 'sold_until'>) =>
    row.cod_catalog !== product.cod_catalog && row.sold_until === null && familyOf(row) === familyOf(product);
  if (!(await findFamilyRows(db, [])).some(isOther)) return () => '';
  const content = { value: product.net_quantity, unit: product.net_unit as NetUnit };
  return (locale) => labelIn(product.variant_labels, locale) || contentText(translator(locale), content);
}

export interface LotWish {
  lotId: number;
  units: number;
  percent: number;
}

const refuse = (refusal: ShortDatedRefusal): never => {
  throw new Refused(refusal);
};

/**
 * Publishes the variant, unless it is there already, and moves the units into its stock and lot. Returns the variant's
 * code.
 */
export const offerLot = (
  ctx: Context,
  { lotId, units, percent }: LotWish,
): Promise<Result<string, ShortDatedRefusal>> =>
  inCatalogue(ctx, async (tx) => {
    const seen = (await loadLotOffer(ctx, tx, lotId)) ?? refuse({ kind: 'lot_gone' });
    await lockStock(ctx.db, tx, [seen.product.id]);
    const offer = (await loadLotOffer(ctx, tx, lotId)) ?? refuse({ kind: 'lot_gone' });
    const { lot, product, choices } = offer;
    if (!choices.some((choice) => choice.percent === percent)) refuse({ kind: 'lot_price' });
    if (units < 1 || units > lot.units) refuse({ kind: 'lot_units', values: { most: lot.units } });
    const code = await publishVariant(ctx, tx, offer, percent);
    await moveUnits(ctx, tx, { from: product.cod_catalog, to: code, units, lot });
    const after = { to: code, units, lot: lot.lot, bestBefore: lot.bestBefore, percent };
    await recordAct(ctx, tx, { act: 'product.shortDated', subject: 'product', id: product.cod_catalog, after });
    return code;
  });

/** Returns its code. A variant that is for sale already keeps its price. */
async function publishVariant(
  ctx: Context,
  tx: Writer,
  { lot, product, labelIn: label }: LotOffer,
  percent: number,
): Promise<string> {
  const source = await findSource(tx, 'product', product.cod_catalog);
  const fields = (await findVersions(tx, [source?.published ?? null])).get(source?.published ?? '');
  if (!fields) return refuse({ kind: 'lot_gone' });
  const code = product.cod_catalog;
  const { bestBefore } = lot;
  const wanted = shortDatedFields(fields, { code, bestBefore, percent, label });
  let key = shortDatedCode(code, bestBefore);
  const before = await findSource(tx, 'product', key);
  if (before) {
    const known = (await findVersions(tx, [before.published ?? before.agreed])).get(
      before.published ?? before.agreed ?? '',
    );
    const isSame =
      known === undefined || (known.sold_until === bestBefore && known.product_name === fields.product_name);
    if (isSame && before.published !== null) return key;
    if (!isSame) key = await findNextCode(ctx, fields.category_product ?? '');
  }
  await saveVersions(tx, [wanted]);
  const to = versionDigest(wanted);
  const row = before?.key === key ? before : newRow(key);
  // The goods are those of the product, and so is the lowest price of the last 30 days.
  const history = new Map([[key, await findPricesOf(tx, product.id)]]);
  await applyTargets(ctx, tx, [{ row, to, draft: to }], { acceptsJumps: true, origin: 'desk', history });
  return key;
}

const newRow = (key: string) => ({
  ...({ kind: 'product', key, draft: null, published: null, agreed: null } as const),
  ...{ version: 0, first_quantity: 0, updated_at: '' },
});

interface UnitsMove {
  from: string;
  to: string;
  units: number;
  lot: ProductLot | undefined;
}

async function moveUnits(ctx: Context, tx: Writer, { from, to, units, lot }: UnitsMove): Promise<void> {
  const cause = { reason: 'short_dated', ...(lot && { lot: { lot: lot.lot, bestBefore: lot.bestBefore } }) } as const;
  await changeStock(ctx, tx, from, { add: -units }, cause);
  await changeStock(ctx, tx, to, { add: units }, cause);
}

/** The product whose units a variant sells; undefined for any other product. */
export const findOrigin = async (db: Reader, productId: number): Promise<Origin | undefined> =>
  (await findOrigins(db, [productId])).get(productId);

/** Moves the variant's units back into the product that they come from, and ends it. Returns that product's code. */
export const takeBack = (ctx: Context, productId: number): Promise<Result<string, ShortDatedRefusal>> =>
  inCatalogue(ctx, async (tx) => {
    const origin = (await findOrigin(tx, productId)) ?? refuse({ kind: 'lot_gone' });
    await lockStock(ctx.db, tx, [origin.id, productId]);
    const variant = await findShownById(tx, productId);
    if (!variant || variant.withdrawn_at !== null) return refuse({ kind: 'lot_gone' });
    const lots = await findLots(tx, [productId]);
    const known = lots.reduce((sum, { units }) => sum + units, 0);
    const units = { from: variant.cod_catalog, to: origin.code };
    for (const lot of lots) await moveUnits(ctx, tx, { ...units, units: lot.units, lot });
    if (variant.quantity_available > known)
      await moveUnits(ctx, tx, { ...units, units: variant.quantity_available - known, lot: undefined });
    await withdraw(ctx, tx, [variant.cod_catalog], 'desk');
    const after = { from: variant.cod_catalog, units: variant.quantity_available };
    await recordAct(ctx, tx, { act: 'product.shortDatedEnd', subject: 'product', id: origin.code, after });
    return origin.code;
  });

/** Takes variants out of the shop whose last day is over, or whose units are sold, once their units have left. */
export async function endShortDated(ctx: Context): Promise<void> {
  const today = germanDay(ctx.now().toISOString());
  if ((await findEndedCodes(ctx.db.read, today)).length === 0) return;
  const ended = await inCatalogue(ctx, async (tx) => withdraw(ctx, tx, await findEndedCodes(tx, today), 'planned'));
  if (!ended.ok) ctx.log.error({ refusal: ended.error }, 'short-dated variants cannot end');
}

async function withdraw(
  ctx: Context,
  tx: Writer,
  codes: readonly string[],
  origin: PublicationRow['origin'],
): Promise<void> {
  const targets = [];
  for (const code of codes) {
    const row = await findSource(tx, 'product', code);
    if (row?.published) targets.push({ row, to: null, draft: null });
  }
  await applyTargets(ctx, tx, targets, { acceptsJumps: true, origin });
}

/** Runs a change under the catalogue's lock; a refusal rolls it back. */
async function inCatalogue<T>(ctx: Context, act: (tx: Writer) => Promise<T>): Promise<Result<T, ShortDatedRefusal>> {
  const done = await unlessRefused<Result<T, Mistake[]>, ShortDatedRefusal>(() => tryInCatalogue(ctx, act));
  if (!done.ok) return done;
  return done.value.ok ? done.value : fail({ kind: 'lot_not_published', mistakes: done.value.error });
}

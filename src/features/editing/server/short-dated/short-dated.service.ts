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
  findVariantFor,
  setOrigin,
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
import type { CatalogueSourceRow, PublicationRow } from '#src/server/db/tables/catalogue.ts';
import { DAY_MS, germanDay } from '#src/shared/german-day.ts';
import { fail, type Result } from '#src/shared/result.ts';
import { tryStep } from '#src/server/try-step.ts';
import { tryInCatalogue } from '../catalogue-lock.ts';
import { versionDigest, type Fields } from '../catalogue-fields.ts';
import {
  findFamilyRows,
  findPricesOf,
  findProductId,
  findShownById,
  type ShownProduct,
} from '../catalogue-read.repository.ts';
import { continuePrices } from './continue-prices.ts';
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
  | { kind: 'lot_changed'; values: { units: number } }
  | { kind: 'lot_not_published'; mistakes: Mistake[] };

/** What can be offered of a lot, and for how much. */
export interface LotOffer {
  lot: ProductLot;
  product: ShownProduct;
  /** Lower prices than the present one. */
  choices: PriceChoice[];
  proposed: number | undefined;
  /** The variant that sells units of this date already, with its discount. */
  running: { code: string; percent: number } | undefined;
  /** The variant's label, by language. */
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
  if (!product || product.withdrawn_at !== null || product.sale_locked === 1) return undefined;
  if (product.sold_until !== null || product.origin_id !== null || product.is_set) return undefined;
  const choices = priceChoices(product.real_price_cents, product.discount_percent);
  const daysLeft = Math.round((Date.parse(lot.bestBefore) - Date.parse(today)) / DAY_MS);
  const apart = await apartIn(db, product);
  const variant = await findVariantFor(db, product.id, lot.bestBefore);
  const running = variant?.endedAt === null ? variant : undefined;
  const isLower = choices.some(({ percent }) => percent === running?.percent);
  const proposed = isLower ? running?.percent : proposedPercent(choices, daysLeft);
  return {
    ...{ lot, product, choices, proposed, running },
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
  /** The units of the lot that a person saw, so that a form sent twice does not move twice as many. */
  seen: number;
}

const refuse = (refusal: ShortDatedRefusal): never => {
  throw new Refused(refusal);
};

/** Publishes the variant with what its product says now, and moves the units. Returns the variant's code. */
export const offerLot = (
  ctx: Context,
  { lotId, units, percent, seen }: LotWish,
): Promise<Result<string, ShortDatedRefusal>> =>
  inCatalogue(ctx, async (tx) => {
    const load = async () => (await loadLotOffer(ctx, tx, lotId)) ?? refuse({ kind: 'lot_gone' });
    await lockStock(ctx.db, tx, [(await load()).product.id]);
    const before = await load();
    if (before.lot.units !== seen) refuse({ kind: 'lot_changed', values: { units: before.lot.units } });
    await catchUp(ctx, tx, before.product.cod_catalog);
    const offer = await load();
    const { lot, product, choices } = offer;
    if (!choices.some((choice) => choice.percent === percent)) refuse({ kind: 'lot_price' });
    if (units < 1 || units > lot.units) refuse({ kind: 'lot_units', values: { most: lot.units } });
    const code = await publishVariant(ctx, tx, offer, percent);
    await moveUnits(ctx, tx, { from: product.cod_catalog, to: code, units, lot });
    const after = { variant: code, units, lot: lot.lot, bestBefore: lot.bestBefore, percent };
    await recordAct(ctx, tx, { act: 'product.shortDated', subject: 'product', id: product.cod_catalog, after });
    return code;
  });

/** Returns its code. Units of the same date have one variant, and so one price. */
async function publishVariant(
  ctx: Context,
  tx: Writer,
  { lot, product, labelIn: label }: LotOffer,
  percent: number,
): Promise<string> {
  const fields = await findPublished(tx, await findSource(tx, 'product', product.cod_catalog));
  if (!fields) return refuse({ kind: 'lot_gone' });
  const code = product.cod_catalog;
  const { bestBefore } = lot;
  const variant = await findVariantFor(tx, product.id, bestBefore);
  const key = variant?.code ?? (await findFreeCode(tx, code, bestBefore));
  const before = await findSource(tx, 'product', key);
  const wanted = shortDatedFields(fields, { code, bestBefore, percent, label }, await findPublished(tx, before));
  await saveVersions(tx, [wanted]);
  const to = versionDigest(wanted);
  // The goods are those of the product, and so is the lowest price of the last 30 days.
  const history = new Map([[key, await findPricesOf(tx, product.id)]]);
  if (variant && variant.endedAt !== null)
    await continuePrices(tx, { productId: product.id, variantId: variant.id, since: variant.endedAt });
  const target = { row: before ?? newRow(key), to, draft: to };
  await applyTargets(ctx, tx, [target], { acceptsJumps: true, origin: 'desk', history });
  await setOrigin(tx, key, product.id);
  return key;
}

/** The record that the shop shows, or what files and desk last agreed on. */
async function findPublished(db: Reader, source: CatalogueSourceRow | undefined): Promise<Fields | undefined> {
  const digest = source?.published ?? source?.agreed ?? null;
  return digest === null ? undefined : (await findVersions(db, [digest])).get(digest);
}

/** A code that no product and no draft has or had. */
async function findFreeCode(db: Reader, code: string, bestBefore: string): Promise<string> {
  for (let number = 1; ; number++) {
    const key = shortDatedCode(code, bestBefore, number);
    if (!(await findSource(db, 'product', key)) && (await findProductId(db, key)) === undefined) return key;
  }
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

/** Moves exactly these units, or refuses. */
async function moveUnits(ctx: Context, tx: Writer, { from, to, units, lot }: UnitsMove): Promise<void> {
  const cause = { reason: 'short_dated', ...(lot && { lot: { lot: lot.lot, bestBefore: lot.bestBefore } }) } as const;
  const before = await catchUp(ctx, tx, from);
  const after = await changeStock(ctx, tx, from, { add: -units }, cause);
  const moved = await changeStock(ctx, tx, to, { add: units }, cause);
  if (before === undefined || after !== before - units || moved === undefined) refuse({ kind: 'lot_gone' });
}

/** Takes from the lots what an older server sold without them. Returns the stock; undefined for a set. */
const catchUp = (ctx: Context, tx: Writer, code: string): Promise<number | undefined> =>
  changeStock(ctx, tx, code, { add: 0 }, { reason: 'short_dated' });

/** The product whose units a variant sells; undefined for any other product. */
export const findOrigin = async (db: Reader, productId: number): Promise<Origin | undefined> =>
  (await findOrigins(db, [productId])).get(productId);

/** Moves the variant's units back into the product that they come from, and ends it. Returns that product's code. */
export const takeBack = (ctx: Context, productId: number): Promise<Result<string, ShortDatedRefusal>> =>
  inCatalogue(ctx, async (tx) => {
    const origin = (await findOrigin(tx, productId)) ?? refuse({ kind: 'lot_gone' });
    await lockStock(ctx.db, tx, [origin.id, productId]);
    const seen = await findShownById(tx, productId);
    if (seen) await catchUp(ctx, tx, seen.cod_catalog);
    const variant = await findShownById(tx, productId);
    // A variant that has ended may still have units, such as returned ones.
    if (!variant || (variant.withdrawn_at !== null && variant.quantity_available === 0))
      return refuse({ kind: 'lot_gone' });
    const lots = await findLots(tx, [productId]);
    const known = lots.reduce((sum, { units }) => sum + units, 0);
    const units = { from: variant.cod_catalog, to: origin.code };
    for (const lot of lots) await moveUnits(ctx, tx, { ...units, units: lot.units, lot });
    if (variant.quantity_available > known)
      await moveUnits(ctx, tx, { ...units, units: variant.quantity_available - known, lot: undefined });
    await withdraw(ctx, tx, variant.cod_catalog, 'desk');
    const after = { variant: variant.cod_catalog, units: variant.quantity_available };
    await recordAct(ctx, tx, { act: 'product.shortDatedEnd', subject: 'product', id: origin.code, after });
    return origin.code;
  });

/** Takes variants out of the shop whose last day is over, or whose units are sold, once their units have left. */
export async function endShortDated(ctx: Context): Promise<void> {
  const today = germanDay(ctx.now().toISOString());
  const failed = 'short-dated variant cannot end';
  for (const code of await findEndedCodes(ctx.db.read, today))
    await tryStep(ctx, { subject: code, failed }, async () => {
      const ended = await inCatalogue(ctx, async (tx) => {
        // Another server may have ended it, or somebody may have moved more units into it.
        if ((await findEndedCodes(tx, today)).includes(code)) await withdraw(ctx, tx, code, 'planned');
      });
      if (!ended.ok) ctx.log.error({ code, refusal: ended.error }, failed);
    });
}

async function withdraw(ctx: Context, tx: Writer, code: string, origin: PublicationRow['origin']): Promise<void> {
  const row = await findSource(tx, 'product', code);
  if (row?.published) await applyTargets(ctx, tx, [{ row, to: null, draft: null }], { acceptsJumps: true, origin });
}

/** Runs a change under the catalogue's lock; a refusal rolls it back. */
async function inCatalogue<T>(ctx: Context, act: (tx: Writer) => Promise<T>): Promise<Result<T, ShortDatedRefusal>> {
  const done = await unlessRefused<Result<T, Mistake[]>, ShortDatedRefusal>(() => tryInCatalogue(ctx, act));
  if (!done.ok) return done;
  return done.value.ok ? done.value : fail({ kind: 'lot_not_published', mistakes: done.value.error });
}

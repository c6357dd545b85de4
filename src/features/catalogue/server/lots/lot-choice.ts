/** Which lots the units of a parcel come from: a proposal, and what a person took instead. */
import type { Database, Reader, Writer } from '#src/server/db/database.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { recordMoves, type Moment, type Move } from '../stock-movements.repository.ts';
import { lockStock } from '../stock.repository.ts';
import {
  addToLot,
  byDate,
  findLots,
  findLotsById,
  findTaken,
  isExpired,
  unitsOfLots,
  type ProductLot,
} from './lots.repository.ts';

/** The units of one product in one parcel. */
export interface Parcelled {
  checkoutId: string;
  productId: number;
  units: number;
  /** Units by lot in other parcels of the same order, or in other lines of this one. */
  elsewhere: ReadonlyMap<number, number>;
}

/** A lot, and the units that a parcel may have of it. */
export interface Choice extends ProductLot {
  /** Those that the order has taken for this parcel. */
  own: number;
}

const dayOf = ({ now }: Pick<Moment, 'now'>): string => germanDay(now().toISOString());

/** The lots that the parcel may be packed from, with own and free units together; what expires first comes first. */
export async function findChoices(
  db: Reader,
  { checkoutId, productId, units, elsewhere }: Parcelled,
): Promise<Choice[]> {
  const free = await findLots(db, [productId]);
  const taken = await findTaken(db, checkoutId, [productId]);
  const emptied = await findLotsById(
    db,
    taken.map(({ lotId }) => lotId).filter((id) => !free.some((lot) => lot.id === id)),
  );
  let open = units;
  const own = new Map<number, number>();
  for (const lot of byDate([...free, ...emptied.values()])) {
    const has = taken.find(({ lotId }) => lotId === lot.id)?.units ?? 0;
    const part = Math.min(open, Math.max(0, has - (elsewhere.get(lot.id) ?? 0)));
    own.set(lot.id, part);
    open -= part;
  }
  return byDate([...free, ...emptied.values()])
    .map((lot) => ({ ...lot, own: own.get(lot.id)!, units: lot.units + own.get(lot.id)! }))
    .filter((lot) => lot.units > 0);
}

/** As many units as the parcel has of known lots, from those that expire first and are not expired. */
export function propose(clock: Pick<Moment, 'now'>, choices: readonly Choice[]): Choice[] {
  const today = dayOf(clock);
  return unitsOfLots(
    choices.filter((lot) => !isExpired(lot, today)),
    choices.reduce((sum, { own }) => sum + own, 0),
  );
}

interface Exchanged {
  /** null: units of no known lot. */
  lotId: number | null;
  units: number;
}

/**
 * Exchanges what the parcel has for the wanted lots, and leaves the stock as it is. Call it with the products locked,
 * so that `choices` are still true. Returns the other lots that the parcel keeps because the wanted ones ran out.
 */
export async function exchangeLots(
  moment: Moment,
  tx: Writer,
  { checkoutId, productId, units }: Parcelled,
  choices: readonly Choice[],
  wanted: readonly Choice[],
): Promise<Choice[]> {
  const wants = new Map(wanted.map((lot) => [lot.id, lot.units]));
  const takes: Exchanged[] = wanted.map((lot) => ({ lotId: lot.id, units: Math.max(0, lot.units - lot.own) }));
  const { stock } = await tx
    .selectFrom('products')
    .select('quantity_available as stock')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  const today = dayOf(moment);
  const sumOf = (of: (lot: Choice) => number) => choices.reduce((sum, lot) => sum + of(lot), 0);
  let open = takes.reduce((sum, take) => sum + take.units, 0);
  // Units of no known lot replace expired ones when nothing else is left.
  let rest = Math.max(0, stock - sumOf((lot) => lot.units - lot.own));
  const gives: Exchanged[] = choices.map((lot) => {
    const has = Math.max(0, lot.own - (wants.get(lot.id) ?? 0));
    const part = Math.min(open, has);
    open -= part;
    const old = isExpired(lot, today) ? Math.min(rest, has - part) : 0;
    rest -= old;
    if (old > 0) takes.push({ lotId: null, units: old });
    return { lotId: lot.id, units: part + old };
  });
  // The further units of the order, whose lot is not known.
  gives.push({ lotId: null, units: Math.min(open, Math.max(0, units - sumOf(({ own }) => own))) });
  const moves = [...gives, ...takes.map((take) => ({ ...take, units: -take.units }))].filter((one) => one.units !== 0);
  const given = new Map(gives.map(({ lotId, units: change }) => [lotId, change]));
  const kept = choices
    .map((lot) => ({ ...lot, units: lot.own - (wants.get(lot.id) ?? 0) - given.get(lot.id)! }))
    .filter((lot) => lot.units > 0);
  if (moves.length === 0) return kept;
  let after = stock;
  const rows = moves.map(({ lotId, units: change }): Move => {
    after += change;
    return { productId, lotId, units: change, stock: after };
  });
  await recordMoves(tx, moment, { reason: 'lot_chosen', checkoutId }, rows);
  for (const { lotId, units: change } of moves) if (lotId !== null) await addToLot(tx, lotId, change);
  return kept;
}

/** Whether the shop knows lots of one of these products. Then they are locked until the transaction ends. */
export async function lockLots(db: Database, tx: Writer, productIds: readonly number[]): Promise<boolean> {
  if (productIds.length === 0) return false;
  const known = await tx.selectFrom('lots').select('id').where('product_id', 'in', productIds).limit(1).execute();
  if (known.length > 0) await lockStock(db, tx, productIds);
  return known.length > 0;
}

/** Which lots give and get the units of a stock's change. Pure rules. */
import type { StockReason } from '#src/server/db/tables/catalogue.ts';
import type { Move } from '../stock-movements.repository.ts';
import { isExpired, type ProductLot, type TakenLot } from './lots.repository.ts';

/** Reasons for which units leave the stock without a person who sees them. */
const SALES: readonly StockReason[] = ['held', 'resent', 'return_undone'];

interface Split {
  reason: StockReason;
  today: string;
  /** By date; those with units, and those that get some back. */
  lots: readonly ProductLot[];
  /** What the checkout of the change has of them, taken last first. */
  taken: readonly TakenLot[];
  /** The lot that a person named: a delivery brings it, or its units are moved. */
  into?: number | undefined;
}

/** A part of a move: units of one lot, or of no known one. */
export interface LotMove extends Move {
  lotId: number | null;
}

/** The moves of one product in the order in which they happened, each split by lots. */
export function splitByLot(moves: readonly Move[], { reason, today, lots, taken, into }: Split): LotMove[] {
  const left = new Map(lots.map(({ id, units }) => [id, units]));
  const has = new Map(taken.map(({ lotId, units }) => [lotId, units]));
  const lotted = () => [...left.values()].reduce((sum, units) => sum + units, 0);
  const split: LotMove[] = [];
  let stock = moves[0] ? moves[0].stock - moves[0].units : 0;
  const move = (productId: number, lotId: number | null, units: number, why?: StockReason) => {
    if (units === 0) return;
    stock += units;
    if (lotId !== null) left.set(lotId, left.get(lotId)! + units);
    split.push({ productId, units, stock, lotId, ...(why && { reason: why }) });
  };
  const unknown = () => Math.max(0, stock - lotted());
  const isOld = (id: number) =>
    isExpired(
      lots.find((lot) => lot.id === id)!,
      today,
    );

  /** A server of the version before took units without their lots. */
  function catchUp(productId: number): void {
    for (const { id } of lots) {
      const excess = Math.min(left.get(id)!, Math.max(0, lotted() - stock));
      move(productId, id, -excess, 'unexplained');
      move(productId, null, excess, 'unexplained');
    }
  }
  function take(productId: number, units: number): void {
    const [old, fresh] = [lots.filter(({ id }) => isOld(id)), lots.filter(({ id }) => !isOld(id))];
    const isSale = SALES.includes(reason);
    const named = lots.filter(({ id }) => id === into);
    const order =
      reason === 'expired' ? [...lots, null] : isSale ? [...fresh, null, ...old] : [...named, null, ...lots];
    let open = units;
    for (const lot of order) {
      const part = Math.min(open, lot ? left.get(lot.id)! : unknown());
      move(productId, lot && lot.id, -part);
      open -= part;
    }
  }
  function giveBack(productId: number, units: number): void {
    let open = units;
    for (const { lotId } of taken) {
      const part = Math.min(open, has.get(lotId)!);
      has.set(lotId, has.get(lotId)! - part);
      move(productId, lotId, part);
      if (isOld(lotId)) move(productId, lotId, -part, 'expired');
      open -= part;
    }
    move(productId, null, open);
  }

  if (moves[0]) catchUp(moves[0].productId);
  for (const { productId, units } of moves) {
    if (units < 0) take(productId, -units);
    else if (into !== undefined) move(productId, into, units);
    else giveBack(productId, units);
  }
  return split;
}

/** Units that may not be sold any more, although they are still in the stock. */
export const expiredUnits = (lots: readonly ProductLot[], today: string): number =>
  lots.filter((lot) => isExpired(lot, today)).reduce((sum, { units }) => sum + units, 0);

/** The lots that go into a parcel: what the shop proposes, and what the packer took. */
import { readBestBefore } from '#src/features/catalogue/lots/best-before.ts';
import { lotKey } from '#src/features/catalogue/lots/lot-key.ts';
import {
  exchangeLots,
  findChoices,
  firstOf,
  lockLots,
  propose,
  type Choice,
  type Parcelled,
} from '#src/features/catalogue/server/lots/lot-choice.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { OrderLine } from '#src/features/orders/order.ts';
import type { Lot } from '#src/features/orders/shipment.ts';
import type { StoredOrder } from '../order.repository.ts';

/** Between the lots of one field; see also the notes that recalls read. */
const BETWEEN = /[,;\n]/;

/** A lot as the packer types it: its number, or its date when the label has no number. */
const nameOf = ({ lot, bestBefore }: Pick<Choice, 'lot' | 'bestBefore'>): string => lot || bestBefore;

/** Units by lot in the order's packed parcels. */
async function findPacked(db: Reader, orderId: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('parcel_lots')
    .select(['lot_id', 'units'])
    .where('order_id', '=', orderId)
    .where('lot_id', 'is not', null)
    .execute();
  const packed = new Map<number, number>();
  for (const { lot_id: id, units } of rows) packed.set(id!, (packed.get(id!) ?? 0) + (units ?? 0));
  return packed;
}

/** In a field beside lots: further units, of which nobody knows the lot. Recalls take them for affected. */
const UNKNOWN = '?';

/** Whether lots are known for some of a line's units, and not for all. */
const isOpen = (lots: readonly Choice[], { quantity }: Pick<OrderLine, 'quantity'>): boolean =>
  lots.length > 0 && lots.reduce((sum, { units }) => sum + units, 0) < quantity;

/** What the field of a line says before anybody has typed. */
export const fieldOf = (lots: readonly Choice[], line: Pick<OrderLine, 'quantity'>): string =>
  [...lots.map(nameOf), ...(isOpen(lots, line) ? [UNKNOWN] : [])].join(', ');

/** The units of the lots that a packer named: at least one of each. */
function chosen(meant: readonly Choice[], names: readonly string[], quantity: number): Choice[] {
  if (names.includes(UNKNOWN))
    return firstOf(
      meant.map((lot) => ({ ...lot, units: lot.own })),
      quantity,
    );
  let more = Math.max(0, quantity - meant.length);
  return meant.slice(0, quantity).map((lot) => {
    const part = Math.min(more, lot.units - 1);
    more -= part;
    return { ...lot, units: 1 + part };
  });
}

/** Calls `act` with the choices of each line, whose units count as packed for the next one. */
async function eachLine(
  db: Reader,
  order: StoredOrder,
  lines: readonly OrderLine[],
  act: (line: OrderLine, parcelled: Parcelled, choices: Choice[]) => Promise<Choice[]> | Choice[],
): Promise<void> {
  const elsewhere = await findPacked(db, order.id);
  for (const line of lines) {
    const { productId, quantity: units } = line;
    const parcelled = { checkoutId: order.checkoutId, productId, units, elsewhere };
    const packed = await act(line, parcelled, await findChoices(db, parcelled));
    for (const lot of packed) elsewhere.set(lot.id, (elsewhere.get(lot.id) ?? 0) + lot.units);
  }
}

export interface Proposal {
  lots: Choice[];
  /** All that the parcel may be packed from. */
  choices: Choice[];
}

/** The proposals for a parcel's lines by code; a line without known lots has none. */
export async function loadProposals(
  { db, now }: Pick<Context, 'db' | 'now'>,
  order: StoredOrder,
  lines: readonly OrderLine[],
): Promise<Map<string, Proposal>> {
  const proposals = new Map<string, Proposal>();
  await eachLine(db.read, order, lines, (line, _parcelled, choices) => {
    const lots = propose({ now }, choices);
    if (choices.length > 0) proposals.set(line.code, { lots, choices });
    return lots;
  });
  return proposals;
}

/** Takes the packer's lots instead of those taken at the purchase, and returns the parcel's notes. */
export async function packLots(
  ctx: Context,
  tx: Writer,
  order: StoredOrder,
  lines: readonly OrderLine[],
  typed: readonly Lot[],
): Promise<Lot[]> {
  const isNoted = ({ lot }: Lot) => lot !== '';
  const ids = lines.map(({ productId }) => productId);
  if (!(await lockLots(ctx.db, tx, ids))) return typed.filter(isNoted);
  const notes: Lot[] = [];
  await eachLine(tx, order, lines, async (line, parcelled, choices) => {
    const own = typed.filter(({ code }) => code === line.code);
    const names = own.flatMap(({ lot }) => lot.split(BETWEEN).map((name) => name.trim())).filter(Boolean);
    const meant = choices.filter((choice) => names.some((name) => isMeant(name, choice)));
    const wanted = own.length === 0 ? propose(ctx, choices) : chosen(meant, names, line.quantity);
    await exchangeLots(ctx, tx, parcelled, choices, wanted);
    for (const lot of wanted) notes.push({ code: line.code, lot: nameOf(lot), lotId: lot.id, units: lot.units });
    if (own.length === 0 && isOpen(wanted, line)) notes.push({ code: line.code, lot: UNKNOWN });
    const strange = names.filter((name) => !wanted.some((lot) => isMeant(name, lot)));
    if (strange.length > 0) notes.push({ code: line.code, lot: strange.join(', ') });
    return wanted;
  });
  return notes;
}

/** Gives the lots of an unpacked parcel back, so that the order has those that expire first. */
export async function unpackLots(
  ctx: Context,
  tx: Writer,
  order: StoredOrder,
  lines: readonly OrderLine[],
): Promise<void> {
  const ids = lines.map(({ productId }) => productId);
  if (!(await lockLots(ctx.db, tx, ids))) return;
  await eachLine(tx, order, lines, async (_line, parcelled, choices) => {
    const wanted = propose(ctx, choices);
    await exchangeLots(ctx, tx, parcelled, choices, wanted);
    return wanted;
  });
}

function isMeant(name: string, { lot, bestBefore }: Choice): boolean {
  if (lotKey(lot) !== '') return lotKey(lot) === lotKey(name);
  const date = readBestBefore(name);
  return date.ok && date.value === bestBefore;
}

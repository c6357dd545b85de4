/** The lots that go into a parcel: what the shop proposes, and what the packer took. */
import { readBestBefore } from '#src/features/catalogue/lots/best-before.ts';
import { lotKey } from '#src/features/catalogue/lots/lot-key.ts';
import {
  exchangeLots,
  findChoices,
  lockLots,
  propose,
  type Choice,
  type Parcelled,
} from '#src/features/catalogue/server/lots/lot-choice.ts';
import { unitsOfLots, type LotName } from '#src/features/catalogue/server/lots/lots.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { OrderLine } from '#src/features/orders/order.ts';
import type { Lot } from '#src/features/orders/shipment.ts';
import type { StoredOrder } from '../order.repository.ts';
import { findPackedUnits } from './packed-units.ts';

/** Between the lots of one field; see also the notes that recalls read. */
const BETWEEN = /[,;\n]/;

/**
 * A lot as the packer types it: its number, or its date when the label has no number. Both when another lot has that
 * number too.
 */
function nameOf(one: LotName, choices: readonly LotName[]): string {
  const isNamesake = ({ lot, bestBefore }: LotName) => lotKey(lot) === lotKey(one.lot) && bestBefore !== one.bestBefore;
  if (lotKey(one.lot) === '' || choices.some(isNamesake)) return [one.lot, one.bestBefore].filter(Boolean).join(' ');
  return one.lot;
}

/** In a field beside lots: further units of unknown lot. A recall treats them as affected. */
const UNKNOWN = '?';

/** Whether lots are known for some of a line's units, and not for all. */
const isOpen = (lots: readonly Choice[], { quantity }: Pick<OrderLine, 'quantity'>): boolean =>
  lots.length > 0 && lots.reduce((sum, { units }) => sum + units, 0) < quantity;

/** What the field of a line says before anybody has typed. */
export const fieldOf = ({ lots, choices }: Proposal, line: Pick<OrderLine, 'quantity'>): string =>
  [...lots.map((lot) => nameOf(lot, choices)), ...(isOpen(lots, line) ? [UNKNOWN] : [])].join(', ');

/** The units of the lots that a packer named: at least one of each. */
function chosen(meant: readonly Choice[], names: readonly string[], quantity: number): Choice[] {
  if (names.includes(UNKNOWN))
    return unitsOfLots(
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
  const packed = await findPackedUnits(db, { orderId: order.id });
  const elsewhere = new Map(packed.map(({ lotId, units }) => [lotId, units]));
  for (const line of lines) {
    const { productId, quantity: units } = line;
    const parcelled = { checkoutId: order.checkoutId, productId, units, elsewhere };
    const chosenLots = await act(line, parcelled, await findChoices(db, parcelled));
    for (const lot of chosenLots) elsewhere.set(lot.id, (elsewhere.get(lot.id) ?? 0) + lot.units);
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
    const kept = await exchangeLots(ctx, tx, parcelled, choices, wanted);
    const note = (lot: string, of?: Choice) =>
      notes.push({ code: line.code, lot, ...(of && { lotId: of.id, units: of.units }) });
    for (const lot of wanted) note(nameOf(lot, choices), lot);
    const strange = names.filter((name) => !wanted.some((lot) => isMeant(name, lot)));
    const other = own.length === 0 && isOpen(wanted, line) ? UNKNOWN : strange.join(', ');
    // Whatever the packer saw: units that the order has of a lot have left with the parcel.
    kept.forEach((lot, index) => note((index === 0 && other) || nameOf(lot, choices) + UNKNOWN, lot));
    if (other && kept.length === 0) note(other);
    return [...wanted, ...kept];
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
    return [...wanted, ...(await exchangeLots(ctx, tx, parcelled, choices, wanted))];
  });
}

function isMeant(name: string, choice: Choice): boolean {
  const { lot, bestBefore } = choice;
  if (lotKey(lot) !== '') return [lotKey(lot), lotKey(`${lot} ${bestBefore}`)].includes(lotKey(name));
  const date = readBestBefore(name);
  return date.ok && date.value === bestBefore;
}

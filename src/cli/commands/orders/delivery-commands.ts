import { Command, InvalidArgumentError, Option } from 'commander';
import {
  deliverOrder,
  handOverOrder,
  packOrder,
  type DeliveryRefusal,
} from '#src/features/orders/server/delivery.service.ts';
import { undoDelivery, type UndoRefusal } from '#src/features/orders/server/undo.service.ts';
import { PACKING_HOLDS, type PackingHold } from '#src/features/orders/packing.ts';
import { readOrderNumbers } from '#src/features/orders/server/order-number.ts';
import { readTrackingNumber, type Lot, type ParcelLabel } from '#src/features/orders/shipment.ts';
import { printedLabel } from '#src/features/shipping/server/printed-label.ts';
import type { Result } from '#src/shared/result.ts';
import { fail, withOrders } from './named-orders.ts';
import { unitsByCode, unitsOption, type Line } from './refund-command.ts';

/** The commands that move a parcel to its buyer. */
export const deliveryCommands = (): Command[] => [pack(), handOver(), deliver(), undo()];

const NUMBERS = 'order numbers in any spelling, such as K7QF-3MXA or k7qf3mxa';

const DECIDABLE = PACKING_HOLDS.filter((hold) => hold !== 'refunded');

/** For an order on hold, when a person has decided to send it. */
const despiteOption = () =>
  new Option('--despite <hold>', `send an order although it is on hold: ${DECIDABLE.join(' or ')}; may be repeated`)
    .argParser(addHold)
    .default([], 'orders on hold stay');

/** For an order with several parcels. */
const parcelOption = () =>
  new Option('--parcel <number>', 'which parcel of the order; without it, the next one for this step').argParser(
    parcelNumber,
  );

interface PackOptions {
  lot: Lot[];
  line: Line[];
  parcel?: number;
  despite: string[];
}

const pack = () =>
  new Command('pack')
    .description('mark parcels as packed')
    .argument('<numbers...>', NUMBERS)
    .option('--lot <code=lot>', 'record the lot of a product in these parcels; may be repeated', addLot, [])
    .option(
      '--line <code=units>',
      'pack only these units; what is left stays to be packed as another parcel; may be repeated',
      unitsOption('--line'),
      [],
    )
    .addOption(parcelOption())
    .addOption(despiteOption())
    .action((words: string[], { lot: lots, line: lines, parcel, despite }: PackOptions) => {
      if (lines.length > 0 && readOrderNumbers(words).numbers.length > 1)
        return fail('--line belongs to one parcel, so write one order number. Nothing was done.');
      const units = lines.length > 0 ? unitsByCode(lines) : undefined;
      return withOrders(words, async (ctx, order) =>
        print(
          'pack',
          order.orderNumber,
          'not_with_carrier',
          await packOrder(ctx, order, { lots, units, parcel, despite }),
        ),
      );
    });

interface HandOverOptions {
  carrier?: string;
  tracking?: string;
  sure?: true;
  parcel?: number;
  despite: string[];
}

const handOver = () =>
  new Command('hand-over')
    .description(
      'mark parcels as handed over to the carrier, and mail the buyers; a DHL label’s number needs no typing',
    )
    .argument('<numbers...>', NUMBERS)
    .option('--carrier <name>', 'a short name from shipping.carriers in shop.yaml, such as dhl')
    .option('--tracking <number>', 'the parcel’s number at the carrier; only with one order', trackingNumber)
    .option('--sure', 'accept the number although its check digit is wrong; it matches the label')
    .addOption(parcelOption())
    .addOption(despiteOption())
    .action((words: string[], { carrier, tracking, parcel, despite, sure }: HandOverOptions) => {
      if (tracking && readOrderNumbers(words).numbers.length > 1)
        return fail('--tracking belongs to one parcel, so write one order number. Nothing was done.');
      const typed: ParcelLabel = { carrier: carrier?.toLowerCase() ?? null, trackingNumber: tracking ?? null };
      return withOrders(words, async (ctx, order) => {
        const printed = carrier || tracking ? undefined : await printedLabel(ctx, order, parcel);
        const options = { parcel, despite, isSure: sure === true };
        const handed = await handOverOrder(ctx, order, printed ?? typed, options);
        print('hand-over', order.orderNumber, 'with_carrier', handed);
      });
    });

const deliver = () =>
  new Command('deliver')
    .description('mark parcels as delivered; an order is delivered when all its parcels are')
    .argument('<numbers...>', NUMBERS)
    .addOption(parcelOption())
    .action((words: string[], { parcel }: { parcel?: number }) =>
      withOrders(words, async (ctx, order) =>
        print('deliver', order.orderNumber, 'delivered', await deliverOrder(ctx, order, { parcel })),
      ),
    );

const undo = () =>
  new Command('undo')
    .description('undo the last step: pack, hand-over, deliver or resend')
    .argument('<numbers...>', NUMBERS)
    .addOption(parcelOption())
    .action((words: string[], { parcel }: { parcel?: number }) =>
      withOrders(words, async (ctx, order) => {
        const undone = await undoDelivery(ctx, order, parcel);
        if (!undone.ok) return fail(`${order.orderNumber} ${explain('undo', undone.error)}`);
        const { status, wasMailed } = undone.value;
        const news = status ? 'the parcel is on its way' : 'it is sent again';
        const mailed = `. The buyer was already mailed that ${news}; that mail stays.`;
        console.log(`${order.orderNumber}: ${status ?? 'replacement taken back'}${wasMailed ? mailed : ''}`);
      }),
    );

function print(verb: string, number: string, to: string, moved: Result<void, DeliveryRefusal>): void {
  if (moved.ok) console.log(`${number}: ${to}`);
  else fail(`${number} ${explain(verb, moved.error)}`);
}

const HELD: Record<PackingHold, string> = {
  refunded: 'has nothing left to send, because everything was refunded. Nothing was done.',
  recalled: 'has a recalled product. Nothing was done. When the parcel is safe, add --despite recalled',
  contested:
    'stays here, because a dispute or chargeback is open (`npm run shop -- orders show`, then `orders case`). ' +
    'Nothing was done. To send it all the same, add --despite contested',
  withdrawn:
    'stays here, because its buyer has withdrawn (`npm run shop -- withdrawals list`). Nothing was done. ' +
    'To send it all the same, add --despite withdrawn',
  address:
    'stays here, because its buyer asked for another address. Answer in the desk, or with ' +
    '`npm run shop -- orders change`. Nothing was done. To send it to the present address, add --despite address',
  repaid:
    'stays here, because units of this replacement were refunded after it was arranged. Nothing was done. Take it ' +
    'back with `npm run shop -- orders undo`, or add --despite repaid to send the goods as well',
};

/** Why a step was refused, as the end of a sentence that begins with the order's number. */
export function explain(verb: string, error: DeliveryRefusal | UndoRefusal): string {
  switch (error.kind) {
    case 'wrong_status':
      return `is ${error.status}; ${verb} needs ${error.needs.join(' or ')}.`;
    case 'held':
      return error.holds.map((hold) => HELD[hold]).join(' ');
    case 'wrong_check_digit':
      return (
        `was not handed over: the check digit of ${error.number} does not fit. Compare it with the label. ` +
        'If it is right, add --sure'
      );
    case 'tracking_number_taken':
      return (
        `was not handed over: another parcel has this number, of order ${error.order}. If that one is wrong: ` +
        `npm run shop -- orders undo ${error.order}`
      );
    case 'nothing_to_undo':
      return `is ${error.status}; there is no step to take back.`;
    case 'unknown_lot_code':
      return `has no product with the code ${error.code}. Nothing was done to it.`;
    case 'unknown_parcel':
      return `has no parcel ${error.number}; \`npm run shop -- orders show\` lists them. Nothing was done to it.`;
    case 'too_many_units':
      return `was not packed: of ${error.code}, the parcel has ${error.most}.`;
    case 'is_collected':
      return 'is collected by its buyer and goes to no carrier. Once it is packed: npm run shop -- orders deliver';
    case 'no_units':
      return 'was not packed: --line must name at least one unit.';
    case 'unknown_carrier':
      return (
        'was not handed over: --carrier must be one of shipping.carriers in shop.yaml ' +
        `(${error.known.join(', ') || 'none yet'}).`
      );
    case 'no_tracking_number':
      return (
        'was not handed over: --carrier and --tracking belong together. Example: ' +
        '--carrier dhl --tracking 00340434161094015902'
      );
  }
}

function addHold(text: string, earlier: string[]): string[] {
  if (!DECIDABLE.some((hold) => hold === text)) throw new InvalidArgumentError(`Write ${DECIDABLE.join(' or ')}.`);
  return [...earlier, text];
}

function parcelNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Write its number, such as 2.');
  return Number(text);
}

function addLot(text: string, earlier: Lot[]): Lot[] {
  const [, code, lot] = /^([^=\s]+)=(\S.{0,59})$/.exec(text.trim()) ?? [];
  if (!code || !lot) throw new InvalidArgumentError('Write the code and the lot. Example: --lot AGUA=L2311');
  return [...earlier, { code: code.toUpperCase(), lot }];
}

function trackingNumber(text: string): string {
  const number = readTrackingNumber(text);
  if (!number) throw new InvalidArgumentError('Write the letters and digits below the parcel’s bar code.');
  return number;
}

import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { confirmByTyping } from '#src/cli/confirm.ts';
import { stripControlCharacters } from '#src/cli/strip-control-characters.ts';
import {
  handOverListed,
  judgeTrackingList,
  type JudgedLine,
  type Verdict,
} from '#src/features/shipping/server/tracking-list.service.ts';
import { withContext } from '#src/server/with-context.ts';
import { decodeText } from '#src/shared/decode-text.ts';
import { explain } from './delivery-commands.ts';
import { fail } from './named-orders.ts';

interface Options {
  carrier?: string;
  sure?: true;
  yes?: true;
}

/** `orders tracking`, for the numbers from the portal of a carrier. */
export const trackingListCommand = (): Command =>
  new Command('tracking')
    .description('hand over the parcels of a CSV file with order numbers and tracking numbers, and mail the buyers')
    .argument('<file>', 'columns by name or in this order: order number, tracking number, carrier (may be missing)')
    .option('--carrier <name>', 'the carrier of lines that name none: a short name from shipping.carriers in shop.yaml')
    .option('--sure', 'also those with a wrong check digit; the numbers match the labels')
    .option('--yes', 'do not ask')
    .action((file: string, options: Options) => handOverFile(file, options));

async function handOverFile(file: string, { carrier = '', sure, yes }: Options): Promise<void> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return fail(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}. Nothing was done.`);
  }
  await withContext(async (ctx) => {
    const judged = await judgeTrackingList(ctx, decodeText(bytes), carrier.toLowerCase());
    if (!judged.ok) return fail(`${PROBLEMS[judged.error.kind]} Nothing was done.`);
    for (const { line, name, verdict } of judged.value)
      console.log(stripControlCharacters(`${line.line}: ${name} ${line.trackingNumber ?? ''} ${say(verdict)}`));
    const chosen = judged.value.filter(({ verdict: { kind } }) => kind === 'ready' || (kind === 'unsure' && sure));
    if (chosen.length === 0) return console.log('There is nothing to hand over.');
    const count = String(chosen.length);
    const question = `Hand over ${count} parcels and mail their buyers? Type ${count}: `;
    if (!yes && !(await confirmByTyping('the number of parcels', question, (answer) => answer === count))) return;
    const results = await handOverListed(ctx, chosen.flatMap(confirmed));
    for (const { name, refusal } of results) {
      if (!refusal) console.log(`${name}: with_carrier`);
      else if (refusal.kind === 'not_found') fail(`${name} does not exist.`);
      else fail(`${name} ${explain('tracking', refusal)}`);
    }
  });
}

const confirmed = ({ name, carrier, line: { trackingNumber } }: JudgedLine) =>
  trackingNumber ? [{ name, carrier, trackingNumber }] : [];

const PROBLEMS = {
  tracking_unreadable: 'The file is not a CSV file.',
  tracking_empty: 'The file has no lines with numbers.',
  tracking_too_long: 'The file has more than 500 lines. Split it.',
};

function say(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'ready':
      return 'will be handed over.';
    case 'unsure':
      return 'has a wrong check digit. Compare it with the label. If it is right, add --sure';
    case 'done':
      return 'was handed over with this number already.';
    case 'repeated':
      return 'is the same as a line above.';
    case 'not_found':
      return 'is not an order of this shop.';
    case 'tracking_number_twice':
      return 'is skipped: the file names the parcel or the number twice.';
    case 'tracking_other_number':
      return `left with the number ${verdict.values.number}. If that is wrong: npm run shop -- orders undo`;
    default:
      return explain('tracking', verdict);
  }
}

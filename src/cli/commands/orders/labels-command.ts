import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { problemText } from '#src/desk/server/desk-error.ts';
import { parcelName } from '#src/features/orders/parcel.ts';
import { countBoxes, loadPackings, packingOf, packingsIn } from '#src/features/orders/server/packing.loader.ts';
import { renderLabels } from '#src/features/shipping/server/label-pages.ts';
import { makeLabels, type LabelRefusal } from '#src/features/shipping/server/label.service.ts';
import { labelProblems } from '#src/features/shipping/label-problems.ts';
import { translator } from '#src/i18n/translate.ts';
import { withContext } from '#src/server/with-context.ts';
import { explain } from './delivery-commands.ts';
import { fail, findNamedOrders } from './named-orders.ts';

const ENGLISH = { locale: 'en-US' } as const;

/** `orders labels`, for parcels that are packed. */
export const labelsCommand = (): Command =>
  new Command('labels')
    .description('have the carrier make labels of packed parcels, and write them to one PDF file')
    .argument('<numbers...>', 'order numbers in any spelling, such as K7QF-3MXA or k7qf3mxa; at most 50 parcels')
    .option('--out <file>', 'the file', 'labels.pdf')
    .action((words: string[], { out }: { out: string }) =>
      withContext(async (ctx) => {
        const packings = await loadPackings(ctx.db.read, await findNamedOrders(ctx, words));
        const chosen = packings.flatMap((packing) => {
          const packed = packingsIn(packing, ['not_with_carrier']);
          // If no parcel of an order is packed, the error of the first one says why there is no label.
          const parcels = packed.length > 0 ? packed : [packingOf(packing, 1)!];
          return parcels.map(({ order, parcel }) => ({ order, parcel: parcel.number }));
        });
        if (chosen.length === 0) return;
        const made = await makeLabels(ctx, chosen, ENGLISH.locale);
        for (const [index, one] of made.entries()) {
          const { order, parcel } = chosen[index]!;
          if (!one.ok) fail(`${parcelName(order, parcel)} ${whyNone(one.error)}`);
        }
        const labelled = chosen.filter((_, index) => made[index]!.ok);
        const bytes = await renderLabels(ctx, labelled);
        if (!bytes) return fail('No file was written.');
        writeFileSync(out, bytes);
        const names = labelled.map(({ order, parcel }) => parcelName(order, parcel));
        const labels = countBoxes(labelled.map(({ order, parcel: number }) => ({ order, parcel: { number } })));
        // Orders that travel together have one label.
        const both = labels === names.length ? '' : ` (labels: ${labels})`;
        console.log(`${names.join(', ')}: ${out}${both}`);
      }),
    );

/** Why a parcel has no label, as the end of a line that begins with its name. */
function whyNone(error: LabelRefusal): string {
  switch (error.kind) {
    case 'wrong_status':
      return explain('labels', { ...error, needs: ['not_with_carrier'] });
    case 'held':
    case 'is_collected':
      return explain('labels', error);
    case 'label_refused': {
      const problems = labelProblems(error.problems, translator(ENGLISH.locale));
      return `was refused: ${problemText(ENGLISH, { kind: error.kind, values: { problems } })}`;
    }
    case 'unknown_parcel':
      return 'does not exist.';
    default:
      return `has no label: ${problemText(ENGLISH, { kind: error.kind })}`;
  }
}

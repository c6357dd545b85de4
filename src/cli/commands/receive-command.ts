import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { lotText } from '#src/features/catalogue/lots/lot-text.ts';
import {
  bookDelivery,
  DELIVERY_LIMITS,
  findBooked,
  judgeLines,
  MOST_NOTE,
  MOST_SUPPLIER,
  readDeliveryFile,
  readyLines,
  type BookingRefusal,
} from '#src/features/deliveries/server/delivery.service.ts';
import { undoDelivery } from '#src/features/deliveries/server/undo-delivery.service.ts';
import { writtenNumbers } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import type { DeliveryRow } from '#src/server/db/tables/deliveries.ts';
import { withContext } from '#src/server/with-context.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';
import { fail } from './orders/named-orders.ts';

const t = translator('en-US');

interface Options {
  supplier: string;
  note: string;
  expired?: true;
}

/** `stock receive`. */
export const receiveCommand = (): Command =>
  new Command('receive')
    .description('add a delivery to the stock, once for each supplier and delivery note; all of it or nothing')
    .argument(
      '<file>',
      'CSV or Excel (.xlsx), with columns for the code or EAN, the units, and perhaps cost, lot and best-before date',
    )
    .requiredOption('--supplier <name>', 'who delivered it')
    .requiredOption('--note <number>', 'the number of the delivery note')
    .option('--expired', 'book goods past their date, too')
    .action(receive);

/** `stock undo-delivery`. */
export const undoDeliveryCommand = (): Command =>
  new Command('undo-delivery')
    .description('take a delivery back that was booked by mistake, once, while all of its units can still be sold')
    .requiredOption('--supplier <name>', 'who delivered it')
    .requiredOption('--note <number>', 'the number of the delivery note')
    .action(undo);

const undo = ({ supplier, note }: { supplier: string; note: string }): Promise<void> =>
  withContext(async (ctx) => {
    const delivery = await findBooked(ctx.db.read, { supplier, note });
    if (!delivery) return refuse(t('desk:errors.delivery_unknown', { supplier, note }));
    const undone = await undoDelivery(ctx, delivery);
    if (undone.ok) return console.log(t('desk:done.deliveryUndone'));
    if (undone.error.kind === 'delivery_gone')
      return refuse(t('desk:errors.delivery_gone', writtenNumbers(undone.error.values)));
    if (undone.error.kind === 'delivery_counted') return refuse(t('desk:errors.delivery_counted', undone.error.values));
    const { undone_at: at, undone_by: who } = undone.error.delivery;
    return refuse(t('desk:errors.delivery_undone', { at: at ?? '', who: who ?? '' }));
  });

const refuse = (text: string): void => fail(stripControlCharacters(text));

async function receive(file: string, options: Options): Promise<void> {
  const [supplier, note] = [options.supplier.trim(), options.note.trim()];
  if (supplier === '' || supplier.length > MOST_SUPPLIER)
    return refuse(t('desk:errors.delivery_supplier', { most: MOST_SUPPLIER }));
  if (note === '' || note.length > MOST_NOTE) return refuse(t('desk:errors.delivery_note', { most: MOST_NOTE }));
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return refuse(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}. Nothing was booked.`);
  }
  await withContext(async (ctx) => {
    const known = await findBooked(ctx.db.read, { supplier, note });
    if (known) return refuse(bookedText(known));
    const written = readDeliveryFile(ctx, bytes);
    if (!written.ok)
      return refuse(`${t(`desk:errors.${written.error.kind}`, writtenNumbers(DELIVERY_LIMITS))} Nothing was booked.`);
    const judged = await judgeLines(ctx.db.read, written.value);
    const problems = judged.flatMap(({ line, ready }) => (ready.ok ? [] : [{ line, ...ready.error }]));
    for (const { line, kind, values } of problems)
      console.error(
        stripControlCharacters(`${file}:${line}: ${t(`desk:deliveries.lineProblems.${kind}`, writtenNumbers(values))}`),
      );
    if (problems.length > 0) return refuse('Nothing was booked.');
    const lines = readyLines(judged);
    const booked = await bookDelivery(ctx, { supplier, note, lines }, { expiredToo: options.expired === true });
    if (booked.ok) {
      for (const { code, units, name, ...lot } of lines) {
        const named = lotText(lot, { t });
        console.log(
          stripControlCharacters([`+${units}`.padStart(7), code, name, ...(named ? [named] : [])].join('  ')),
        );
      }
      const rounded = lines.flatMap(({ code, rounded: typed }) => (typed === undefined ? [] : [`${code} ${typed}`]));
      if (rounded.length > 0)
        console.log(stripControlCharacters(t('desk:deliveries.rounded', { costs: rounded.join('; ') })));
      return console.log(`Booked: ${booked.value.units} units.`);
    }
    return refuse(refusalText(booked.error));
  });
}

function refusalText(refusal: BookingRefusal): string {
  switch (refusal.kind) {
    case 'delivery_booked':
      return bookedText(refusal.delivery);
    case 'delivery_expired':
      return `Past their date: ${refusal.values.codes}. Book them all the same with --expired. Nothing was booked.`;
    case 'delivery_out_of_range':
      return t('desk:errors.delivery_out_of_range', writtenNumbers(refusal.values));
  }
}

const bookedText = ({ supplier, note, booked_at: at, who }: DeliveryRow): string =>
  t('desk:errors.delivery_booked', { supplier, note, at, who: who ?? '' });

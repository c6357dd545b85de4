import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { doneOf } from '#src/features/orders/desk/bulk.actions.ts';
import { deliveryError } from '#src/features/orders/desk/parcel-form.ts';
import { findShippedMails } from '#src/features/orders/server/mails/shipment-mail.ts';
import { findOrdersByNumber } from '#src/features/orders/server/order.repository.ts';
import { readParcelName } from '#src/features/orders/parcel.ts';
import type { Context } from '#src/server/context.ts';
import { decodeText } from '#src/shared/decode-text.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { MOST_LINES } from '../tracking-list.ts';
import {
  handOverListed,
  judgeTrackingList,
  type ConfirmedLine,
  type JudgedLine,
  type Verdict,
} from '../server/tracking-list.service.ts';

export type TrackingListStep =
  | { step: 'judged'; lines: JudgedLine[] }
  | {
      step: 'handedOver';
      results: { name: string; error: DeskError | undefined }[];
      done: Parameters<typeof doneOf>[1];
    };

/** The value of a checkbox: the list is not stored. */
export const lineValue = ({ name, line, carrier }: JudgedLine): string =>
  [name, line.trackingNumber, carrier].join(' ');

function readLine(value: string): ConfirmedLine[] {
  const [, name, trackingNumber, carrier] = /^([0-9A-Z-]{9,14}) ([A-Z0-9]{6,40}) ([a-z0-9-]{2,20})$/.exec(value) ?? [];
  return name && trackingNumber && carrier ? [{ name, trackingNumber, carrier }] : [];
}

/** Judges the lines of a list, then hands over the parcels that a person has ticked. */
export async function actOnTrackingList(ctx: Context, form: DeskForm): Promise<Result<TrackingListStep, DeskError>> {
  if (form.text('act') === 'handOver') {
    const lines = form.all('line').slice(0, MOST_LINES).flatMap(readLine);
    if (lines.length === 0) return fail({ kind: 'tracking_none_chosen', marked: ['lines'] });
    const numbers = lines.map(({ name }) => readParcelName(name).number);
    const countMails = async () =>
      (await findShippedMails(ctx.db.read, await findOrdersByNumber(ctx.db.read, numbers))).length;
    const mailsBefore = await countMails();
    const results = await handOverListed(ctx, lines);
    const mails = (await countMails()) - mailsBefore;
    const done = lines.filter(({ name }) => results.some((one) => one.name === name && !one.refusal));
    return ok({
      step: 'handedOver',
      results: results.map(({ name, refusal }) => ({ name, error: refusal && verdictError(refusal) })),
      done: {
        orders: new Set(done.map(({ name }) => readParcelName(name).number)).size,
        parcels: new Set(done.map(({ trackingNumber }) => trackingNumber)).size,
        mails,
        unmailed: done.length - mails,
      },
    });
  }
  const file = form.file('list');
  const text = file ? decodeText(new Uint8Array(await file.arrayBuffer())) : form.text('lines');
  if (text === '') return fail({ kind: 'tracking_missing', marked: ['list'] });
  const judged = await judgeTrackingList(ctx, text, form.text('carrier'));
  if (judged.ok) return ok({ step: 'judged', lines: judged.value });
  return fail({ kind: judged.error.kind, marked: [file ? 'list' : 'lines'] });
}

/** Why a line does nothing, in the desk's words. */
export function verdictError(verdict: Exclude<Verdict, { kind: 'ready' | 'unsure' | 'done' | 'repeated' }>): DeskError {
  switch (verdict.kind) {
    case 'not_found':
    case 'tracking_number_twice':
      return { kind: verdict.kind };
    case 'tracking_other_number':
      return { kind: verdict.kind, values: verdict.values };
    default:
      return deliveryError(verdict);
  }
}

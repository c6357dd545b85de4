import type { DeskError } from '#src/desk/server/desk-error.ts';
import { firstUnits, type DeskForm } from '#src/desk/server/desk-form.ts';
import type { Order, OrderStatus } from '../order.ts';
import type { Units } from '../server/parcel-split.ts';
import type { ResendRefusal } from '../server/resend.service.ts';
import type { PackingHold } from '../packing.ts';
import type { DeliveryRefusal } from '../server/delivery.service.ts';
import type { UndoRefusal } from '../server/undo.service.ts';
import type { ParcelLabel } from '../shipment.ts';

/** A parcel's carrier and number in a form. A parcel without a number needs no carrier. */
export function readLabel(form: DeskForm, trackingField: string): ParcelLabel {
  const trackingNumber = form.text(trackingField) || null;
  return { trackingNumber, carrier: trackingNumber ? form.text('carrier') || null : null };
}

/** The number of the parcel that a form is about. A form that was sent twice must not act on the next parcel. */
export const readParcelNumber = (form: DeskForm): number => Number(form.text('parcel') || 1);

/** The units typed beside the lines, by code; undefined if the form does not ask for them. */
export function readUnits({ lines }: Pick<Order, 'lines'>, form: DeskForm): Units | undefined {
  const asked = lines.filter(({ code }) => form.has(`units-${code}`));
  if (asked.length === 0) return undefined;
  return new Map(asked.map(({ code }) => [code, Number(form.text(`units-${code}`) || 0)]));
}

const WRONG_STATUS = {
  payment_pending: 'wrong_status_payment_pending',
  in_separation: 'wrong_status_in_separation',
  not_with_carrier: 'wrong_status_not_with_carrier',
  with_carrier: 'wrong_status_with_carrier',
  delivered: 'wrong_status_delivered',
  refunded: 'wrong_status_refunded',
  cancelled: 'wrong_status_cancelled',
} as const satisfies Record<OrderStatus, DeskError['kind']>;

/** What a refusal calls the box that confirms a hold. */
export const consentField = (hold: PackingHold): string => `despite-${hold}`;

const HELD = {
  refunded: 'held_refunded',
  recalled: 'held_recalled',
  withdrawn: 'held_withdrawn',
  contested: 'held_contested',
  address: 'held_address',
  repaid: 'held_repaid',
} as const satisfies Record<PackingHold, DeskError['kind']>;

/** On a page that has the box itself. */
const HELD_HERE = {
  ...HELD,
  withdrawn: 'held_withdrawn_here',
  contested: 'held_contested_here',
  address: 'held_address_here',
  repaid: 'held_repaid_here',
} as const satisfies Record<PackingHold, DeskError['kind']>;

/** Why a parcel's state did not change, in the desk's words. `form`: the refused one, of a page with boxes for holds. */
export function deliveryError(error: DeliveryRefusal | UndoRefusal, form?: DeskForm): DeskError {
  switch (error.kind) {
    case 'wrong_status':
      return { kind: WRONG_STATUS[error.status] };
    case 'held':
      return { kind: (form ? HELD_HERE : HELD)[error.holds[0]!], marked: [consentField(error.holds[0]!)] };
    case 'wrong_check_digit':
      return { kind: error.kind, values: { number: error.number }, marked: ['tracking'] };
    case 'tracking_number_taken':
      return { kind: error.kind, values: { number: error.order }, marked: ['tracking'] };
    case 'unknown_lot_code':
      return { kind: 'unknown_line', values: { code: error.code }, marked: [`lot-${error.code}`] };
    case 'too_many_units':
      return { kind: 'parcel_units', values: { code: error.code, most: error.most }, marked: [`units-${error.code}`] };
    case 'no_units':
      return { kind: 'no_parcel_units', marked: firstUnits(form) };
    case 'unknown_parcel':
      return { kind: 'invalid_input' };
    case 'no_tracking_number':
      return { kind: error.kind, marked: ['tracking'] };
    case 'unknown_carrier':
      return { kind: error.kind, marked: ['carrier'] };
    case 'nothing_to_undo':
    case 'is_collected':
      return { kind: error.kind };
  }
}

/** Why nothing was sent again, in the desk's words. */
export function resendError(error: ResendRefusal, form: DeskForm): DeskError {
  switch (error.kind) {
    case 'no_units':
      return { kind: 'no_parcel_units', marked: firstUnits(form) };
    case 'resend_reason':
      return { kind: error.kind, marked: ['text'] };
    case 'resend_units':
      return { kind: error.kind, values: { code: error.code, most: error.most }, marked: [`units-${error.code}`] };
    case 'resend_recalled':
    case 'resend_stock':
      return { kind: error.kind, values: { product: error.product } };
    case 'resend_too_early':
    case 'resend_waits':
      return { kind: error.kind };
  }
}

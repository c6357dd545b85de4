import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OrderStatus } from '../order.ts';
import type { PackingHold } from '../packing.ts';
import type { DeliveryRefusal, Parcel } from '../server/delivery.service.ts';

/** A parcel's carrier and number in a form. A parcel without a number needs no carrier. */
export function readParcel(form: DeskForm, trackingField: string): Parcel {
  const trackingNumber = form.text(trackingField) || null;
  return { trackingNumber, carrier: trackingNumber ? form.text('carrier') || null : null };
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

const HELD = {
  refunded: 'held_refunded',
  recalled: 'held_recalled',
  withdrawn: 'held_withdrawn',
  contested: 'held_contested',
  address: 'held_address',
} as const satisfies Record<PackingHold, DeskError['kind']>;

/** Why a parcel's state did not change, in the desk's words. */
export function deliveryError(error: DeliveryRefusal): DeskError {
  switch (error.kind) {
    case 'wrong_status':
      return { kind: WRONG_STATUS[error.status] };
    case 'held':
      return { kind: HELD[error.holds[0]!] };
    case 'wrong_check_digit':
      return { kind: 'wrong_check_digit', values: { number: error.number } };
    case 'tracking_number_taken':
      return { kind: 'tracking_number_taken', values: { number: error.order } };
    case 'unknown_lot_code':
      return { kind: 'unknown_line', values: { code: error.code } };
    case 'nothing_to_undo':
    case 'unknown_carrier':
    case 'no_tracking_number':
      return { kind: error.kind };
  }
}

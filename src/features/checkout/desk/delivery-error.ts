import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeliveryRefusal } from '../server/delivery.service.ts';

/** Why a parcel did not move, in the desk's words. */
export function deliveryError(error: DeliveryRefusal): DeskError {
  switch (error.kind) {
    case 'wrong_status':
      return { kind: `wrong_status_${error.status}` };
    case 'unknown_lot_code':
      return { kind: 'unknown_line', values: { code: error.code } };
    case 'nothing_to_undo':
    case 'unknown_carrier':
    case 'no_tracking_number':
      return { kind: error.kind };
  }
}

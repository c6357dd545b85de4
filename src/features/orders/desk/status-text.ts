import type { Translate } from '#src/i18n/translate.ts';
import type { OrderStatus } from '../order.ts';

/** The status of an order in the desk. The buyer sees a new order as being packed. */
export const statusText = (status: OrderStatus, t: Translate): string =>
  status === 'in_separation' ? t('desk:orders.untouched') : t(`checkout:status.${status}`);

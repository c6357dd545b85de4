import type { Translate } from '#src/i18n/translate.ts';
import type { OrderStatus } from '../order.ts';

/** The status of an order in the desk. To the buyer, an order that nobody has touched yet is being packed. */
export const statusText = (status: OrderStatus, t: Translate): string =>
  status === 'in_separation' ? t('desk:orders.untouched') : t(`checkout:status.${status}`);

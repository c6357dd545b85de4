import { LEAST_SOLD, MOST_SOLD } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { LONGEST_MESSAGE, SEND_WITHIN_DAYS } from '#src/features/vouchers/voucher.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { translator, type Translate } from '#src/i18n/translate.ts';
import type { Call } from '#src/server/http/call.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import type { GiftVoucherInput } from '../gift-voucher/gift-voucher.schema.ts';

/** The error message for an invalid field of a gift voucher that somebody buys. `field`: without its parent. */
export function explainGiftVoucher(t: Translate, field: string | undefined): string {
  switch (field) {
    case 'value':
      return t('giftVoucher:problems.value', {
        least: formatPrice(LEAST_SOLD * 100),
        most: formatPrice(MOST_SOLD * 100),
      });
    case 'email':
      return t('errors:field.email');
    case 'message':
      return t('giftVoucher:problems.message', { most: LONGEST_MESSAGE });
    case 'sendOn':
      return t('giftVoucher:problems.sendOn');
    default:
      return t('giftVoucher:problems.name');
  }
}

/** The owner has stopped the sale since the page was loaded, or the day is over or too far away. */
export function refuseGiftVoucher({ ctx, locale }: Call, { to }: GiftVoucherInput): HttpError | undefined {
  const t = translator(locale);
  if (!ctx.shop.vouchers.sold)
    return { kind: 'invalid_input', fields: { giftVoucher: [t('giftVoucher:problems.notSold')] } };
  const today = germanDay(ctx.now().toISOString());
  const { sendOn = today } = to ?? {};
  if (sendOn >= today && sendOn <= addDays(today, SEND_WITHIN_DAYS)) return undefined;
  return { kind: 'invalid_input', fields: { 'giftVoucher.to.sendOn': [explainGiftVoucher(t, 'sendOn')] } };
}

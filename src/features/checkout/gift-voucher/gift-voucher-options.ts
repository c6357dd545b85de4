import { LEAST_SOLD, MOST_SOLD, OFFERED_VALUES } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { LONGEST_MESSAGE, LONGEST_NAME, SEND_WITHIN_DAYS } from '#src/features/vouchers/voucher.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { resources, translator } from '#src/i18n/translate.ts';

/** What the form that sells gift vouchers needs besides the texts of each checkout. */
export function giftVoucherOptions(locale: Locale) {
  const { order, mail, noScript, description, ...texts } = resources[locale].giftVoucher;
  const t = translator(locale);
  const bounds = { least: formatPrice(LEAST_SOLD * 100), most: formatPrice(MOST_SOLD * 100) };
  const most = { most: LONGEST_MESSAGE };
  return {
    texts: {
      ...texts,
      amountHint: t('giftVoucher:amountHint', bounds),
      messageHint: t('giftVoucher:messageHint', most),
      problems: {
        ...texts.problems,
        value: t('giftVoucher:problems.value', bounds),
        message: t('giftVoucher:problems.message', most),
      },
    },
    values: OFFERED_VALUES,
    bounds: { least: LEAST_SOLD, most: MOST_SOLD },
    longest: { name: LONGEST_NAME, message: LONGEST_MESSAGE, days: SEND_WITHIN_DAYS },
  };
}

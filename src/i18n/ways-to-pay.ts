import { PAYMENT_SOURCES, type PaymentSource } from '#src/shared/payment-source.ts';
import type { Locale } from './locales.ts';
import { translator } from './translate.ts';

interface Configured {
  payment: Record<PaymentSource, boolean> & { iban?: string | undefined };
}

type Way = 'paypal' | PaymentSource | 'transfer';

function listOf(locale: Locale, ways: Way[]): string {
  const t = translator(locale);
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(ways.map((way) => t(`checkout:ways.${way}`)));
}

const sourcesOf = ({ payment }: Configured): PaymentSource[] => PAYMENT_SOURCES.filter((source) => payment[source]);

/** "PayPal, Karte oder Überweisung": what the owner has configured. */
export const waysToPay = (locale: Locale, shop: Configured): string =>
  listOf(locale, ['paypal', ...sourcesOf(shop), ...(shop.payment.iban ? (['transfer'] as const) : [])]);

/** What PayPal takes beside PayPal accounts; '' for nothing. */
export const waysViaPaypal = (locale: Locale, shop: Configured): string => listOf(locale, sourcesOf(shop));

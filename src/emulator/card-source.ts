import { z } from 'zod';
import { FALLBACK_LOCALE, parseLocale, type Locale } from '#src/i18n/locales.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Answer } from './answers.ts';
import { decide } from './buyer.ts';
import type { OrderRecord } from './records.ts';
import type { Store } from './store.ts';

/** What the emulator's bank does with a card. Every other number that passes the check digit is good. */
const BEHAVIOURS: Record<string, 'declined' | 'asks'> = {
  '4000000000000002': 'declined',
  // The bank asks its customer (3-D Secure).
  '4000000000001091': 'asks',
};

/** What the buyer did in the bank's window. */
const decisionSchema = z.enum(['pass', 'fail', 'cancel']);
type Decision = z.output<typeof decisionSchema>;

export const cardSchema = z.object({
  number: z.string().transform((number) => number.replaceAll(/\D/g, '')),
  decision: decisionSchema.optional(),
});

type Outcome = 'succeeded' | 'failed' | 'canceled' | 'asks';

/** Stores the card that the buyer entered for an order, and what the bank said. */
export function confirmCard(store: Store, id: string, { number, decision }: z.output<typeof cardSchema>): Outcome {
  return store.transaction(() => {
    const order = store.order(id);
    const takesCard = order && cardSourceOf(order) && order.status !== 'COMPLETED' && order.status !== 'VOIDED';
    if (!takesCard || !hasCheckDigit(number)) return 'failed';
    const behaviour = BEHAVIOURS[number];
    if (behaviour === 'asks' && !decision) return 'asks';
    if (decision === 'cancel') return 'canceled';
    const decided = decide(store, id, behaviour === 'declined' ? 'decline' : 'approve')!;
    store.save({
      ...decided,
      card: {
        lastDigits: number.slice(-4),
        brand: number.startsWith('4') ? 'VISA' : 'MASTERCARD',
        ...(behaviour === 'asks' && { authentication: decision as 'pass' | 'fail' }),
      },
    });
    return decision === 'fail' ? 'failed' : 'succeeded';
  });
}

/** What the card of a buyer without an account decides in PayPal's window; undefined: PayPal does not take it. */
export function decisionOfCard(typed: string): 'approve' | 'decline' | undefined {
  const number = typed.replaceAll(/\D/g, '');
  if (!hasCheckDigit(number)) return undefined;
  return BEHAVIOURS[number] === 'declined' ? 'decline' : 'approve';
}

/** PayPal's name of the source of an order that a card pays, directly or through a wallet. */
export const cardSourceOf = ({ request: { payment_source: source } }: OrderRecord) =>
  source.paypal ? undefined : ((['card', 'google_pay'] as const).find((name) => source[name]) ?? 'apple_pay');

/** `payment_source` of an order that a card pays. */
export const cardSourceJson = (order: OrderRecord, source: NonNullable<ReturnType<typeof cardSourceOf>>) =>
  source === 'card' ? { card: cardJson(order) } : { [source]: { card: cardJson(order) } };

const cardJson = ({ card }: OrderRecord) =>
  card
    ? {
        last_digits: card.lastDigits,
        brand: card.brand,
        type: 'CREDIT',
        ...(card.authentication && { authentication_result: RESULTS[card.authentication] }),
      }
    : {};

const RESULTS = {
  pass: { liability_shift: 'POSSIBLE', three_d_secure: { enrollment_status: 'Y', authentication_status: 'Y' } },
  fail: { liability_shift: 'NO', three_d_secure: { enrollment_status: 'Y', authentication_status: 'N' } },
};

/** The Luhn check digit of card numbers. */
function hasCheckDigit(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? digit : ((digit * 2 - 1) % 9) + 1), 0);
  return digits.length >= 12 && sum % 10 === 0;
}

/** What a wallet's sheet offers: each choice is the number of a card. */
export function answerSheet(query: URLSearchParams): Answer {
  const t = translator(parseLocale(query.get('locale') ?? '') ?? FALLBACK_LOCALE);
  const [wallet, amount] = [query.get('wallet') ?? '', formatPrice(Math.round(Number(query.get('total')) * 100))];
  const choices = {
    '4111111111111111': t('emulator:sheet.good'),
    '4000000000000002': t('emulator:sheet.declined'),
    '4000000000001091': t('emulator:sheet.asks'),
    cancel: t('emulator:sheet.cancel'),
  };
  return { status: 200, body: { title: t('emulator:sheet.title', { wallet, amount }), choices } };
}

function bankTexts(locale: Locale): Record<'title' | Decision, string> {
  const t = translator(locale);
  const names = ['title', ...decisionSchema.options] as const;
  return Object.fromEntries(names.map((name) => [name, t(`emulator:bank.${name}`)])) as Record<
    (typeof names)[number],
    string
  >;
}

/** The answer to the browser script's card fields. */
export function answerCard(store: Store, raw: Buffer): Answer {
  const form = new URLSearchParams(raw.toString());
  const card = cardSchema.safeParse({ number: form.get('number') ?? '', decision: form.get('decision') ?? undefined });
  const state = card.success ? confirmCard(store, form.get('token') ?? '', card.data) : 'failed';
  const locale = parseLocale(form.get('locale') ?? '') ?? FALLBACK_LOCALE;
  return { status: 200, body: { state, ...(state === 'asks' && { bank: bankTexts(locale) }) } };
}

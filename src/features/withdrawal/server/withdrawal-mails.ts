import { orderButton } from '#src/features/orders/server/mails/order-mails.ts';
import { leftOfSold } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { formatDate, formatDateTime, formatPrice } from '#src/i18n/format.ts';
import { DEFAULT_LOCALE, parseLocale, type Locale } from '#src/i18n/locales.ts';
import { translator, type Translate } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { WithdrawalRow } from '#src/server/db/tables/records.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { lastRefundDay } from '#src/features/refunds/refund-deadline.ts';
import { suggestedRefund } from '../withdrawal-case.ts';
import type { WithdrawalCase } from './withdrawal.repository.ts';

/** The content of a withdrawal with the date and time of its receipt. */
const contentOf = (
  t: Translate,
  locale: Locale,
  { name, email, order_number, part, created_at }: WithdrawalRow,
): MailPart[] => [
  {
    kind: 'quote',
    note: t('mail:quote'),
    rows: [
      [t('withdrawal:fields.name'), name],
      [t('withdrawal:fields.orderNumber'), order_number],
      [t('withdrawal:fields.part'), part || t('withdrawal:whole')],
    ],
  },
  {
    kind: 'table',
    rows: [
      [t('withdrawal:fields.email'), email],
      [t('withdrawal:receivedAt'), formatDateTime(created_at, locale)],
    ],
  },
];

/**
 * The acknowledgement on a durable medium. It does not reveal whether the order exists, except to its buyer. `label`: the
 * buyer's order, when its page offers a return label.
 */
export async function enqueueReceipt(
  ctx: Context,
  tx: Writer,
  withdrawal: WithdrawalRow,
  label: StoredOrder | undefined,
): Promise<void> {
  const locale = parseLocale(withdrawal.locale) ?? DEFAULT_LOCALE;
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `withdrawal-${withdrawal.id}`,
    kind: 'withdrawal_receipt',
    locale,
    to: withdrawal.email,
    subject: t('mail:withdrawal.subject'),
    reader: withdrawal.name,
    parts: [
      t('mail:withdrawal.text', { time: formatDateTime(withdrawal.created_at, locale) }),
      ...contentOf(t, locale, withdrawal),
      t('mail:withdrawal.next'),
      // Everybody reads this, because the mail must not reveal whether the order exists.
      ...(ctx.shop.vouchers.sold ? [t('mail:withdrawal.voucher')] : []),
      ...(label ? [t('mail:returnLabel.offer'), ...(await orderButton(ctx, tx, label, locale))] : []),
      {
        kind: 'button',
        label: t('mail:withdrawal.button'),
        href: ctx.config.siteUrl + localised(locale, pages.legal('return-refund')),
      },
      t('mail:withdrawal.mistake'),
    ],
  });
}

/** Tells the customer why a withdrawal is not valid. `reason`: the owner's words. */
export async function enqueueRefusal(
  ctx: Context,
  tx: Writer,
  withdrawal: WithdrawalRow,
  reason: string,
): Promise<void> {
  const locale = parseLocale(withdrawal.locale) ?? DEFAULT_LOCALE;
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `withdrawal-refused-${withdrawal.id}`,
    kind: 'withdrawal_refused',
    locale,
    to: withdrawal.email,
    subject: t('mail:withdrawalRefused.subject'),
    reader: withdrawal.name,
    parts: [
      t('mail:withdrawalRefused.text', { time: formatDateTime(withdrawal.created_at, locale) }),
      reason,
      ...contentOf(t, locale, withdrawal),
      t('mail:withdrawalRefused.next'),
    ],
  });
}

/** The notice to the shop, in the shop's own language. */
export async function enqueueWithdrawalNotice(
  ctx: Context,
  tx: Writer,
  withdrawal: WithdrawalRow,
  { order, isAcknowledged }: { order: StoredOrder | undefined; isAcknowledged: boolean },
): Promise<void> {
  const { shopEmail, shopLocale: locale } = ctx.config;
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `withdrawal-notice-${withdrawal.id}`,
    kind: 'withdrawal',
    locale,
    to: shopEmail,
    replyTo: withdrawal.email,
    // A subject must not contain a stranger's words.
    subject: order
      ? t('mail:withdrawalNotice.subject', { number: order.orderNumber })
      : t('mail:withdrawalNotice.subjectUnknown'),
    parts: [
      ...contentOf(t, locale, withdrawal),
      describeOrderMatch(t, locale, withdrawal, order),
      t(isAcknowledged ? 'mail:withdrawalNotice.todo' : 'mail:withdrawalNotice.unacknowledged'),
    ],
  });
}

function describeOrderMatch(
  t: Translate,
  locale: Locale,
  { email }: WithdrawalRow,
  order: StoredOrder | undefined,
): string {
  if (!order) return t('mail:withdrawalNotice.unknown');
  const { orderNumber: number, orderedAt, email: known } = order;
  const found = t('mail:withdrawalNotice.known', { number, date: formatDate(orderedAt, locale) });
  return emailKey(known) === emailKey(email)
    ? found
    : `${found} ${t('mail:withdrawalNotice.otherEmail', { email: known })}`;
}

/** Reminds the shop of a refund that is due soon. Its id contains the withdrawal's, so there is never a second one. */
export async function enqueueRefundReminder(
  ctx: Context,
  tx: Writer,
  withdrawal: WithdrawalCase,
  order: StoredOrder | undefined,
): Promise<void> {
  const { shopEmail, shopLocale: locale } = ctx.config;
  const t = translator(locale);
  const date = formatDate(lastRefundDay(withdrawal), locale);
  const sum = order && suggestedRefund(withdrawal.part, order, await leftOfSold(tx, order));
  const back = withdrawal.goods_back_at;
  const texts = [
    t('mail:withdrawalReminder.text', { date }),
    ...(back ? [t('mail:withdrawalReminder.back', { date: formatDate(back, locale) })] : []),
    ...(!back && withdrawal.has_goods_away ? [t('mail:withdrawalReminder.wait')] : []),
    describeOrderMatch(t, locale, withdrawal, order),
    ...(sum === undefined ? [] : [t('mail:withdrawalReminder.sum', { sum: formatPrice(sum) })]),
    ...(withdrawal.part ? [t('mail:withdrawalReminder.part')] : []),
    t('mail:withdrawalReminder.todo', { command: `npm run shop -- withdrawals show ${withdrawal.id}` }),
  ];
  await enqueueMail(ctx, tx, {
    id: `withdrawal-reminder-${withdrawal.id}`,
    kind: 'withdrawal_reminder',
    locale,
    to: shopEmail,
    replyTo: withdrawal.email,
    subject: order
      ? t('mail:withdrawalReminder.subject', { number: order.orderNumber, date })
      : t('mail:withdrawalReminder.subjectUnknown', { date }),
    parts: [...contentOf(t, locale, withdrawal), ...texts],
  });
}

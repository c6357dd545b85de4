import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import type { Mismatch } from './payment-match.ts';

/** A mail to the shop, in its own language. `captureId`: set when PayPal took money, which is refunded. */
export async function enqueueMismatchNotice(
  ctx: Pick<Context, 'config' | 'log' | 'now' | 'shop'>,
  tx: Writer,
  checkout: CheckoutRow,
  { mismatches, captureId }: { mismatches: Mismatch[]; captureId: string | undefined },
): Promise<void> {
  const { shopEmail, shopLocale: locale } = ctx.config;
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    id: `mismatch-${checkout.id}`,
    kind: 'payment_mismatch',
    locale,
    to: shopEmail,
    subject: t('mail:paymentMismatch.subject'),
    parts: [
      t(captureId ? 'mail:paymentMismatch.captured' : 'mail:paymentMismatch.refused'),
      {
        kind: 'table',
        rows: [
          [t('mail:paymentMismatch.checkout'), checkout.id],
          [t('mail:paymentMismatch.paypalOrder'), checkout.paypal_order_id ?? ''],
          ...(captureId ? [[t('mail:paymentMismatch.capture'), captureId]] : []),
          [t('mail:paymentMismatch.client'), checkout.email],
        ],
      },
      {
        kind: 'table',
        head: [t('mail:paymentMismatch.field'), t('mail:paymentMismatch.expected'), t('mail:paymentMismatch.found')],
        rows: mismatches.map(({ field, expected, found }) => [
          t(`mail:paymentMismatch.fields.${field}`),
          expected,
          found,
        ]),
      },
      t('mail:paymentMismatch.todo'),
    ],
  });
}

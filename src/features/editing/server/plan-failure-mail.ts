import { formatDateTime } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { PlanRow } from '#src/server/db/tables/catalogue.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';

/** Mails the shop that an offer did not begin or end. The desk shows the reason. */
export async function enqueuePlanFailure(ctx: Context, tx: Writer, { stage, due_at }: PlanRow): Promise<void> {
  const { shopEmail, shopLocale: locale } = ctx.config;
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    kind: 'plan_failed',
    locale,
    to: shopEmail,
    subject: t('mail:planFailed.subject', { time: formatDateTime(due_at, locale) }),
    parts: [t(`mail:planFailed.${stage}`), t('mail:planFailed.todo')],
  });
}

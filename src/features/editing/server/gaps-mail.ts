import { DEFAULT_LOCALE } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import type { OpenedGaps } from './sales-lock.service.ts';

/** The maximum number of products in a mail; the command lists all of them. */
const SHOWN = 50;

/** Mails the owner which products an import has locked, in the import's transaction. Without a lock, no mail. */
export async function enqueueGapsNotice(ctx: Context, tx: Writer, opened: OpenedGaps[]): Promise<void> {
  if (!ctx.config.salesLock || opened.length === 0) return;
  const t = translator(DEFAULT_LOCALE);
  await enqueueMail(ctx, tx, {
    kind: 'missing_facts',
    locale: DEFAULT_LOCALE,
    to: ctx.config.shopEmail,
    subject: t('mail:missingFacts.subject', { count: opened.length }),
    parts: [
      t('mail:missingFacts.text', { count: opened.length }),
      {
        kind: 'table',
        head: [t('mail:missingFacts.product'), t('mail:missingFacts.columns')],
        rows: opened.slice(0, SHOWN).map(({ code, name, columns }) => [`${code} ${name}`, columns.join(', ')]),
      },
      t('mail:missingFacts.todo', { command: 'npm run shop -- catalogue check --all' }),
    ],
  });
}

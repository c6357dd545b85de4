import { DEFAULT_LOCALE, parseLocale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { countActsSince } from '#src/server/audit/audit.repository.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import { actingAs, type Context } from '#src/server/context.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';

const HOUR_MS = 3600_000;
/** Maximum entries per hour, because strangers cause these entries and they cannot be deleted. */
const MOST = 10;
const ACTS = ['staff.wrongPassword', 'staff.wrongCode'] as const;

/** Records a wrong password or code. The tenth within an hour is mailed to the person concerned. */
export async function recordFailedSignIn(
  ctx: Context,
  staff: StaffRow,
  act: (typeof ACTS)[number],
  address: string,
): Promise<void> {
  await ctx.db.write(async (tx) => {
    const since = new Date(ctx.now().getTime() - HOUR_MS).toISOString();
    const count = 1 + (await countActsSince(tx, { acts: ACTS, subject: 'staff', id: staff.email, since }));
    if (count > MOST) return;
    await recordAct(actingAs(ctx, { staffId: null, who: '', address }), tx, { act, subject: 'staff', id: staff.email });
    if (count < MOST) return;
    const locale = parseLocale(staff.locale) ?? DEFAULT_LOCALE;
    const t = translator(locale);
    await enqueueMail(ctx, tx, {
      kind: 'desk_access',
      locale,
      to: staff.email,
      subject: t('mail:deskAttempts.subject'),
      reader: staff.name,
      parts: [t('mail:deskAttempts.text', { times: count }), t('mail:deskAttempts.todo')],
    });
  });
}

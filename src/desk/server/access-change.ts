import { DEFAULT_LOCALE, parseLocale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { actText } from '../acts.ts';
import { when } from '../when.ts';
import { deleteStaffSessions } from './staff.repository.ts';

type AccessAct = `staff.${'setUpApp' | 'addPasskey' | 'renewCodes' | 'removeFactors' | 'setPassword'}`;

/** Changes that an owner makes to somebody's access. */
type OwnersAct = `staff.${'renewLink' | 'role' | 'disable' | 'enable'}`;
const OWNERS_ACTS: readonly string[] = [
  'staff.renewLink',
  'staff.role',
  'staff.disable',
  'staff.enable',
] satisfies OwnersAct[];

/**
 * The common part of all changes of a person's access: other sessions end, the audit records it, and the person gets a
 * mail. `exceptHash`: the session that made the change.
 */
export async function recordAccessChange(
  ctx: Context,
  tx: Writer,
  staff: StaffRow,
  act: AccessAct,
  { exceptHash, after }: { exceptHash?: string | undefined; after?: unknown } = {},
): Promise<void> {
  await deleteStaffSessions(tx, staff.id, { exceptHash });
  await recordAct(ctx, tx, { act, subject: 'staff', id: staff.email, after });
  await mailAccessChange(ctx, tx, staff, act);
}

/** Mails a person about the change, so that they notice changes by somebody else. */
export async function mailAccessChange(
  ctx: Context,
  tx: Writer,
  staff: StaffRow,
  act: AccessAct | OwnersAct,
  { role }: { role?: StaffRow['role'] } = {},
): Promise<void> {
  // A person with a pending invitation has no access yet.
  if (staff.password_hash === null) return;
  const isByOwner = OWNERS_ACTS.includes(act);
  const locale = parseLocale(staff.locale) ?? DEFAULT_LOCALE;
  const t = translator(locale);
  const { who = '', address = '' } = ctx.actor ?? {};
  await enqueueMail(ctx, tx, {
    kind: 'desk_access',
    locale,
    to: staff.email,
    subject: t('mail:deskAccess.subject'),
    reader: staff.name,
    parts: [
      {
        kind: 'table',
        rows: [
          [t('desk:audit.act'), actText(act, t)],
          ...(role ? [[t('desk:people.role'), t(`desk:roles.${role}`)]] : []),
          [t('desk:audit.who'), ctx.actor?.staffId ? who : t('desk:audit.commandLine')],
          [t('desk:audit.at'), when(ctx.now().toISOString(), locale)],
          // An owner's network address is only in the audit.
          ...(address && !isByOwner ? [[t('desk:account.address'), address]] : []),
        ],
      },
      isByOwner
        ? t('mail:deskAccess.unexpected')
        : t('mail:deskAccess.mistake', { command: `npm run shop -- staff link ${staff.email}` }),
    ],
  });
}

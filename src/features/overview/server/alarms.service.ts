/** Alarms about problems that stop sales or backups: by mail, under Today, and to a monitor. */
import { formatDateTime } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import { findLegalFaults, type LegalFault } from '#src/features/legal/server/law-calendar.loader.ts';
import { isLoginRefused as isTrackingRefused } from '#src/features/shipping/server/refused-login.ts';
import { isBackupOverdue } from '#src/server/backup/backup-clock.ts';
import { readContentText } from '#src/server/content/content-file.ts';
import type { Context } from '#src/server/context.ts';
import type { PaypalError, PaypalGateway } from '#src/server/gateways/paypal.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { germanDay } from '#src/shared/german-day.ts';
import {
  ALARMS,
  deleteAlarm,
  deleteAwaySince,
  findAlarms,
  findAwaySince,
  findPaymentStarts,
  saveAlarm,
  saveAwaySince,
  type Alarm,
} from './alarms.repository.ts';

/** Payments count as impossible when the newest ones failed. A single buyer may have an address that PayPal refuses. */
const IMPOSSIBLE = { withinMs: 6 * 3600_000, failed: 3, buyers: 2 };
/** Enough to find a second buyer behind one who retries again and again. */
const LOOKED_AT = 30;

/** A shorter outage usually ends before anyone could act. */
const AWAY_MS = 10 * 60_000;

/** Compares the alarms with the shop's state. A new alarm is mailed, each at most once a day. */
export async function checkAlarms(ctx: Context): Promise<void> {
  const known = await findAlarms(ctx.db.read);
  const login = await ctx.paypal.checkLogin();
  const isOn: Record<Alarm, boolean> = {
    paypal_login: isLoginRefused(login, known.has('paypal_login')),
    paypal_away: await isPaypalAway(ctx, login),
    payments: await arePaymentsImpossible(ctx),
    backup: await isBackupOverdue(ctx),
    legal_texts: legalFaults(ctx).length > 0,
    tracking_login: ctx.config.dhl !== undefined && (await isTrackingRefused(ctx)),
  };
  for (const alarm of ALARMS) {
    if (isOn[alarm] && !known.has(alarm)) await raise(ctx, alarm);
    if (!isOn[alarm] && known.has(alarm)) await end(ctx, alarm);
  }
}

type Login = Awaited<ReturnType<PaypalGateway['checkLogin']>>;

/** While PayPal does not respond, the login is not known to be wrong, so the alarm stays unchanged. */
const isLoginRefused = (login: Login, wasRefused: boolean): boolean =>
  !login.ok && (isRefusal(login.error) || wasRefused);
const isRefusal = ({ status }: PaypalError): boolean => status === 401;

/** Does not depend on a buyer's attempt to pay. */
async function isPaypalAway({ db, now }: Context, login: Login): Promise<boolean> {
  const since = await findAwaySince(db.read);
  // 429: PayPal is there, and asks for fewer calls.
  if (login.ok || isRefusal(login.error) || login.error.status === 429) {
    if (since !== undefined) await db.write((tx) => deleteAwaySince(tx));
    return false;
  }
  if (since !== undefined) return now().getTime() - Date.parse(since) >= AWAY_MS;
  await db.write((tx) => saveAwaySince(tx, now().toISOString()));
  return false;
}

async function arePaymentsImpossible({ db, now }: Context): Promise<boolean> {
  const { withinMs, failed, buyers } = IMPOSSIBLE;
  const starts = await findPaymentStarts(db.read, new Date(now().getTime() - withinMs).toISOString(), LOOKED_AT);
  const accepted = starts.findIndex(({ isAccepted }) => isAccepted);
  const failures = accepted === -1 ? starts : starts.slice(0, accepted);
  return failures.length >= failed && new Set(failures.map(({ buyer }) => buyer)).size >= buyers;
}

/** Checks the current files of the editors, which may be newer than the build's. */
const legalFaults = (ctx: Context): LegalFault[] =>
  findLegalFaults(ctx, ctx.now(), (name) => readContentText(ctx.config, name));

/** The values in the texts of an alarm. */
export function alarmValues(ctx: Context, alarm: Alarm) {
  const faults = alarm === 'legal_texts' ? legalFaults(ctx) : [];
  const texts = faults.map(({ message }) => message).join('; ');
  return { hours: ctx.config.backupAlarmHours, texts, count: faults.length };
}

async function raise(ctx: Context, alarm: Alarm): Promise<void> {
  const { shopEmail, shopLocale: locale } = ctx.config;
  const t = translator(locale);
  const values = alarmValues(ctx, alarm);
  const since = ctx.now().toISOString();
  ctx.log.error({ alarm }, translator('en-US')(`mail:alarm.${alarm}.text`, values));
  await ctx.db.write(async (tx) => {
    await saveAlarm(tx, alarm, since);
    await enqueueMail(ctx, tx, {
      id: `alarm-${alarm}-${germanDay(since)}`,
      kind: 'alarm',
      locale,
      to: shopEmail,
      subject: t(`mail:alarm.${alarm}.subject`, values),
      parts: [
        t(`mail:alarm.${alarm}.text`, values),
        t(`mail:alarm.${alarm}.todo`, values),
        t('mail:alarm.noticed', { time: formatDateTime(since, locale) }),
      ],
    });
  });
}

async function end(ctx: Context, alarm: Alarm): Promise<void> {
  await ctx.db.write((tx) => deleteAlarm(tx, alarm));
  ctx.log.info({ alarm }, 'the alarm is over');
}

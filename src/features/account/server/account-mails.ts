import { formatDate } from '#src/i18n/format.ts';
import { parseLocale, DEFAULT_LOCALE, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import { enqueueMail, type NewMail } from '#src/server/outbox/outbox.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { fullName } from '../client.ts';
import { proofUrl } from './address-proof.ts';

const localeOf = ({ locale }: ClientRow): Locale => parseLocale(locale) ?? DEFAULT_LOCALE;

/** Greets the account's owner, and goes to the account's address unless `mail` names another one. */
const mailTo = (
  ctx: Context,
  tx: Writer,
  client: Pick<ClientRow, 'email' | 'name' | 'lastname'>,
  mail: Omit<NewMail, 'to' | 'reader'> & { to?: string },
): Promise<void> => enqueueMail(ctx, tx, { to: client.email, ...mail, reader: fullName(client) });

/** `isProven`: the account already has its guest orders, so the mail needs no link for them. */
export async function enqueueWelcome(
  ctx: Context,
  tx: Writer,
  client: ClientRow,
  { isProven = false } = {},
): Promise<void> {
  const locale = localeOf(client);
  const t = translator(locale);
  await mailTo(ctx, tx, client, {
    kind: 'welcome',
    locale,
    subject: t('mail:welcome.subject'),
    parts: [
      t('mail:welcome.text', { email: client.email }),
      { kind: 'button', label: t('mail:welcome.button'), href: ctx.config.siteUrl + localised(locale, pages.login()) },
      ...(isProven ? [] : await takeoverParts(ctx, tx, client, locale, t('mail:welcome.guest'))),
      t('mail:welcome.mistake'),
    ],
  });
}

/** The link that adds the orders of a guest with this address to the account. */
export async function enqueueTakeover(ctx: Context, tx: Writer, client: ClientRow, locale: Locale): Promise<void> {
  const t = translator(locale);
  await mailTo(ctx, tx, client, {
    kind: 'order_takeover',
    locale,
    subject: t('mail:takeover.subject'),
    parts: [...(await takeoverParts(ctx, tx, client, locale, t('mail:takeover.text'))), t('mail:takeover.mistake')],
  });
}

async function takeoverParts(
  ctx: Context,
  tx: Writer,
  { id }: ClientRow,
  locale: Locale,
  text: string,
): Promise<MailPart[]> {
  return [
    text,
    { kind: 'button', label: translator(locale)('mail:takeover.button'), href: await proofUrl(ctx, tx, id, locale) },
  ];
}

export async function enqueueReset(
  ctx: Context,
  tx: Writer,
  {
    id,
    locale,
    to,
    token,
  }: { id: string; locale: Locale; to: Pick<ClientRow, 'email' | 'name' | 'lastname'>; token: string },
): Promise<void> {
  const t = translator(locale);
  await mailTo(ctx, tx, to, {
    id,
    kind: 'password_reset',
    locale,
    subject: t('mail:reset.subject'),
    parts: [
      t('mail:reset.text'),
      {
        kind: 'button',
        label: t('mail:reset.button'),
        href: ctx.config.siteUrl + localised(locale, pages.resetPassword(token)),
      },
      t('mail:reset.mistake'),
    ],
  });
}

/** Tells the owner of an account about a changed password, because somebody else may have changed it. */
export async function enqueuePasswordNotice(ctx: Context, tx: Writer, client: ClientRow): Promise<void> {
  const locale = localeOf(client);
  const t = translator(locale);
  await mailTo(ctx, tx, client, {
    kind: 'password_changed',
    locale,
    subject: t('mail:passwordChanged.subject'),
    parts: [
      t('mail:passwordChanged.text'),
      {
        kind: 'button',
        label: t('mail:passwordChanged.button'),
        href: ctx.config.siteUrl + localised(locale, pages.passwordForgot()),
      },
    ],
  });
}

/** Warns that an idle account will be deleted. `deletedOn`: ISO-8601. */
export async function enqueueIdleWarning(
  ctx: Context,
  tx: Writer,
  client: ClientRow,
  deletedOn: string,
): Promise<void> {
  const locale = localeOf(client);
  const t = translator(locale);
  await mailTo(ctx, tx, client, {
    kind: 'account_idle',
    locale,
    subject: t('mail:accountIdle.subject'),
    parts: [
      t('mail:accountIdle.text', { date: formatDate(deletedOn, locale) }),
      {
        kind: 'button',
        label: t('mail:accountIdle.button'),
        href: ctx.config.siteUrl + localised(locale, pages.login()),
      },
      t('mail:accountIdle.else'),
    ],
  });
}

/** To the old and the new address of an account. `client` is the row before the change. */
export async function enqueueAddressNotices(ctx: Context, tx: Writer, client: ClientRow, email: string): Promise<void> {
  const locale = localeOf(client);
  const t = translator(locale);
  const notice = (to: string, text: string) =>
    mailTo(ctx, tx, client, {
      kind: 'email_changed',
      locale,
      to,
      subject: t('mail:emailChanged.subject'),
      parts: [text, t('mail:emailChanged.mistake')],
    });
  await notice(client.email, t('mail:emailChanged.old', { email }));
  await notice(email, t('mail:emailChanged.new', { email }));
}

export async function enqueueDeletionNotice(ctx: Context, tx: Writer, client: ClientRow): Promise<void> {
  const locale = localeOf(client);
  const t = translator(locale);
  await mailTo(ctx, tx, client, {
    kind: 'account_deleted',
    locale,
    subject: t('mail:accountDeleted.subject'),
    parts: [t('mail:accountDeleted.text')],
  });
}

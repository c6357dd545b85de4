import { formatDate } from '#src/i18n/format.ts';
import { parseLocale, DEFAULT_LOCALE, type Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import type { MailPart } from '#src/server/outbox/mail-body.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { fullName } from '../client.ts';
import { proofUrl } from './address-proof.ts';

const localeOf = ({ locale }: ClientRow): Locale => parseLocale(locale) ?? DEFAULT_LOCALE;

/** `isProven`: the account already has its guest orders, so the mail needs no link for them. */
export async function enqueueWelcome(
  ctx: Context,
  tx: Writer,
  client: ClientRow,
  { isProven = false } = {},
): Promise<void> {
  const locale = localeOf(client);
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    kind: 'welcome',
    locale,
    to: client.email,
    subject: t('mail:welcome.subject'),
    reader: fullName(client),
    parts: [
      { kind: 'paragraph', text: t('mail:welcome.text', { email: client.email }) },
      { kind: 'button', label: t('mail:welcome.button'), href: ctx.config.siteUrl + localised(locale, pages.login()) },
      ...(isProven ? [] : await takeoverParts(ctx, tx, client, locale, t('mail:welcome.guest'))),
      { kind: 'paragraph', text: t('mail:welcome.mistake') },
    ],
  });
}

/** The link that adds the orders of a guest with this address to the account. */
export async function enqueueTakeover(ctx: Context, tx: Writer, client: ClientRow, locale: Locale): Promise<void> {
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    kind: 'order_takeover',
    locale,
    to: client.email,
    subject: t('mail:takeover.subject'),
    reader: fullName(client),
    parts: [
      ...(await takeoverParts(ctx, tx, client, locale, t('mail:takeover.text'))),
      { kind: 'paragraph', text: t('mail:takeover.mistake') },
    ],
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
    { kind: 'paragraph', text },
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
  await enqueueMail(ctx, tx, {
    id,
    kind: 'password_reset',
    locale,
    to: to.email,
    subject: t('mail:reset.subject'),
    reader: fullName(to),
    parts: [
      { kind: 'paragraph', text: t('mail:reset.text') },
      {
        kind: 'button',
        label: t('mail:reset.button'),
        href: ctx.config.siteUrl + localised(locale, pages.resetPassword(token)),
      },
      { kind: 'paragraph', text: t('mail:reset.mistake') },
    ],
  });
}

/** Tells the owner of an account about a changed password, because somebody else may have changed it. */
export async function enqueuePasswordNotice(ctx: Context, tx: Writer, client: ClientRow): Promise<void> {
  const locale = localeOf(client);
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    kind: 'password_changed',
    locale,
    to: client.email,
    subject: t('mail:passwordChanged.subject'),
    reader: fullName(client),
    parts: [
      { kind: 'paragraph', text: t('mail:passwordChanged.text') },
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
  await enqueueMail(ctx, tx, {
    kind: 'account_idle',
    locale,
    to: client.email,
    subject: t('mail:accountIdle.subject'),
    reader: fullName(client),
    parts: [
      { kind: 'paragraph', text: t('mail:accountIdle.text', { date: formatDate(deletedOn, locale) }) },
      {
        kind: 'button',
        label: t('mail:accountIdle.button'),
        href: ctx.config.siteUrl + localised(locale, pages.login()),
      },
      { kind: 'paragraph', text: t('mail:accountIdle.else') },
    ],
  });
}

/** To the old and the new address of an account. `client` is the row before the change. */
export async function enqueueAddressNotices(ctx: Context, tx: Writer, client: ClientRow, email: string): Promise<void> {
  const locale = localeOf(client);
  const t = translator(locale);
  const notice = (to: string, text: string) =>
    enqueueMail(ctx, tx, {
      kind: 'email_changed',
      locale,
      to,
      subject: t('mail:emailChanged.subject'),
      reader: fullName(client),
      parts: [
        { kind: 'paragraph', text },
        { kind: 'paragraph', text: t('mail:emailChanged.mistake') },
      ],
    });
  await notice(client.email, t('mail:emailChanged.old', { email }));
  await notice(email, t('mail:emailChanged.new', { email }));
}

export async function enqueueDeletionNotice(ctx: Context, tx: Writer, client: ClientRow): Promise<void> {
  const locale = localeOf(client);
  const t = translator(locale);
  await enqueueMail(ctx, tx, {
    kind: 'account_deleted',
    locale,
    to: client.email,
    subject: t('mail:accountDeleted.subject'),
    reader: fullName(client),
    parts: [{ kind: 'paragraph', text: t('mail:accountDeleted.text') }],
  });
}

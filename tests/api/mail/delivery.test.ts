import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer, newEmail } from '../../support/people/accounts.ts';
import { headerOf, startMailServer, type MailServer, type ReceivedMail } from '../../support/outside/mail-server.ts';
import { allSent } from '../../support/outside/mails.ts';
import { mailById, writeMail } from '../../support/outside/outbox.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';

let own: StockedShop;
let smtp: MailServer;
let server: RunningShop;

beforeAll(async () => {
  own = await stockedShop();
  smtp = await startMailServer();
  server = await own.serve({
    SMTP_URL: smtp.url,
    TRUST_PROXY: '1',
    MAIL_FROM: 'Vitrine Empório <loja@vitrine.example>',
  });
});
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});

async function mailsTo(recipient: string): Promise<ReceivedMail[]> {
  await allSent(own.ctx);
  return smtp.mails.filter(({ recipients }) => recipients.includes(recipient));
}

/** All mails that the actions of an account cause, in order. */
async function writeAll(languageLocale: string): Promise<string> {
  const { visitor, client, email, password } = await newCustomer(server.url, { languageLocale, name: 'Ana & "Eva"' });
  await visitor.post('/api/password_forgot/', { email, languageLocale });
  await visitor.post('/api/password_change/', { currentPassword: password, newPassword: 'Palmito-22' });
  await visitor.post(`/api/delete_client/${client.clientId}/`, { password: 'Palmito-22' });
  return email;
}

describe.each([
  [
    'pt-BR',
    ['Boas-vindas à Vitrine', 'Redefinir a senha', 'A sua senha foi alterada', 'A sua conta foi excluída'],
    /Olá, Ana & "Eva" Müller!/,
  ],
  [
    'de-DE',
    ['Willkommen bei Vitrine', 'Passwort zurücksetzen', 'Ihr Passwort wurde geändert', 'Ihr Konto wurde gelöscht'],
    /Guten Tag, Ana & "Eva" Müller!/,
  ],
  [
    'en-US',
    ['Welcome to Vitrine', 'Reset your password', 'Your password was changed', 'Your account was deleted'],
    /Hello Ana & "Eva" Müller,/,
  ],
] as const)('the mails in %s', (locale, subjects, greeting) => {
  let mails: ReceivedMail[];
  let email: string;

  beforeAll(async () => {
    email = await writeAll(locale);
  });

  it('arrive once each, with their subjects', async () => {
    mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([...subjects].sort());
  });

  it('have the same text as plain text and as HTML in that language', () => {
    for (const { text = '', html = '' } of mails) {
      expect(text).toMatch(greeting);
      expect(html).toContain(`<html lang="${locale}">`);
      expect(html).toContain('Ana &amp; &quot;Eva&quot;');
      const shown = html.replace(/<(style|title)[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ');
      const words = (content: string) =>
        content
          .replace(/&(amp|quot);|https?:\S+|[^\p{L}\s]/gu, ' ')
          .trim()
          .split(/\s+/);
      expect(words(shown)).toEqual(expect.arrayContaining(words(text).filter((word) => word.length > 2)));
    }
  });

  it('contain no unfilled placeholder and no tracking picture', () => {
    for (const { text = '', html = '' } of mails) {
      expect(`${text}${html}`).not.toMatch(/\{\{|undefined|\[object/);
      expect(html).not.toMatch(/<img|<script|url\(|@import/i);
    }
  });

  it('end with the company’s details, as a business letter must', () => {
    for (const { text = '', html = '' } of mails)
      for (const fact of [
        '[Firmenname] ([Rechtsform])',
        '[Ort]',
        '[Registergericht und Registernummer]',
        '[Vertretungsberechtigte Person]',
        '[USt-IdNr.]',
      ])
        for (const letter of [text.split('\n-- \n').at(-1), html.slice(html.lastIndexOf('<tr>'))])
          expect(letter).toContain(fact);
  });

  it('link only to the shop in that language', () => {
    const prefix = { 'pt-BR': '', 'de-DE': '/de', 'en-US': '/en' }[locale];
    for (const { html = '' } of mails)
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
        expect(href.startsWith(`${own.env.SITE_URL}${prefix}/`)).toBe(true);
  });
});

describe('a mail', () => {
  it('names sender, recipient and time, and is marked as automatic', async () => {
    const to = newEmail();
    const id = await writeMail(own.ctx, { to, replyTo: 'eva@kunde.example', subject: 'Pão de queijo — já!' });
    const [mail] = await mailsTo(to);
    expect(mail).toMatchObject({
      from: { name: 'Vitrine Empório', address: 'loja@vitrine.example' },
      to: [{ address: to }],
      replyTo: [{ address: 'eva@kunde.example' }],
      subject: 'Pão de queijo — já!',
      messageId: `<${id}@localhost>`,
    });
    expect(mail!.recipients).toEqual([to]);
    expect(headerOf(mail!, 'auto-submitted')).toEqual(['auto-generated']);
    const { created_at } = await mailById(own.ctx, id);
    expect(Math.abs(Date.parse(mail!.date!) - Date.parse(created_at))).toBeLessThan(1000);
  });

  it('has a Reply-To only when one is given', async () => {
    const to = newEmail();
    await writeMail(own.ctx, { to });
    expect(headerOf((await mailsTo(to))[0]!, 'reply-to')).toEqual([]);
  });

  it('arrives complete with any characters and with long lines', async () => {
    const to = newEmail();
    const text = `.\n..\nFrom: x\n${'Ação 🥭 '.repeat(300)}\n.\nQUIT\nendet`;
    await writeMail(own.ctx, { to, subject: '🥭'.repeat(60), parts: [text] });
    const [mail] = await mailsTo(to);
    expect(mail!.text).toContain(text);
    expect(mail!.subject).toBe('🥭'.repeat(60));
    expect(Math.max(...mail!.raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  it('is recorded as sent with its time, and its reset link is deleted', async () => {
    const ana = await newCustomer(server.url);
    await newVisitor(server.url).post('/api/password_forgot/', { email: ana.email });
    await allSent(own.ctx);
    const rows = await own.ctx.db.read.selectFrom('outbox').selectAll().where('recipient', '=', ana.email).execute();
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({ attempts: 1, due_at: null, given_up_at: null, last_error: null });
      expect(row.sent_at! >= row.created_at).toBe(true);
      expect([row.text === '', row.html === '']).toEqual(row.kind === 'password_reset' ? [true, true] : [false, false]);
    }
  });
});

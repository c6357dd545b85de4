import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { FORM_ID } from '#src/desk/form-token.ts';
import { codeHash } from '#src/features/vouchers/server/voucher-code.ts';
import { leftOf } from '#src/features/vouchers/server/voucher.repository.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';

const own = forFile(() => stockedShop([], {}, { TRUST_PROXY: '1' }));
let owner: DeskVisitor;

beforeAll(async () => {
  const { url } = await own.serve();
  owner = await newStaff(own.ctx, url, 'ana@example.org', 'owner');
});

const NEW = '/desk/money/vouchers/new';
const FORM = { value: '50,00', origin: 'counter', language: 'de-DE', current: STAFF_PASSWORD };

/** The page of a new voucher. */
async function issue(more: object = {}): Promise<string> {
  const { status, location, text } = await owner.post(NEW, { ...FORM, ...more });
  if (status !== 303) throw new Error(text);
  return location.replace(/\?.*/, '');
}
const idOf = (page: string): string => page.split('/').at(-1)!;
const all = () => own.ctx.db.read.selectFrom('vouchers').selectAll().execute();
const left = (page: string) => leftOf(own.ctx.db.read, idOf(page));

it('a voucher is issued by hand, and its code is only on its PDF', async () => {
  const page = await issue({ recipient: 'Bia Łęcka', sender: 'Ana', message: 'Parabéns!\nAté logo', note: 'Beleg 12' });
  const shown = await owner.get(page);
  for (const words of ['50,00 €', 'Bia Łęcka', 'Parabéns!', 'Beleg 12', 'issued', 'ana@example.org'])
    expect(shown.text.replaceAll('\u00a0', ' ')).toContain(words);
  const { bytes, headers } = await owner.get(`${page}/voucher.pdf`);
  expect(headers.get('content-type')).toBe('application/pdf');
  const pdf = (await readPdf(bytes)).text.replaceAll(/\s+/g, ' ');
  const code = /GV(-[0-9A-HJKMNP-TV-Z]{4}){4}/.exec(pdf)![0];
  const year = Number(germanDay(own.ctx.now().toISOString()).slice(0, 4)) + 3;
  for (const words of ['Geschenkgutschein', '50,00 €', 'Für Bia Łęcka', 'Von Ana', `Gültig bis 31. Dezember ${year}`])
    expect(pdf).toContain(words);
  expect(shown.html).not.toContain(code.slice(3, 17));
  const [row] = await own.ctx.db.read
    .selectFrom('vouchers')
    .selectAll()
    .where('code_hash', '=', codeHash(code)!)
    .execute();
  expect(row!.id).toBe(idOf(page));
});

it('a form with a mistake names it, keeps what was typed, and stores nothing', async () => {
  const before = (await all()).length;
  const today = germanDay(own.ctx.now().toISOString());
  const mistakes: [object, string][] = [
    [{ value: '0,99' }, 'Enter a value from'],
    [{ value: '500,01' }, 'Enter a value from'],
    [{ value: '-5' }, 'Enter a value from'],
    [{ origin: 'order' }, 'Choose where the voucher comes from'],
    [{ origin: 'goodwill' }, 'Write down how and why'],
    [{ note: 'x'.repeat(201) }, 'Write at most 200 characters'],
    [{ message: 'x'.repeat(501) }, 'Write at most 500 characters'],
    [{ recipient: 'a\u202eb' }, 'Write at most 60 characters'],
    [{ email: 'bia@' }, 'Enter one complete email address'],
    [{ sendOn: today }, 'The day is today or later'],
    [{ email: 'bia@example.org', sendOn: addDays(today, -1) }, 'The day is today or later'],
    [{ email: 'bia@example.org', sendOn: '2027-02-30' }, 'The day is today or later'],
    [{ current: 'wrong' }, 'password'],
  ];
  for (const [wrong, message] of mistakes) {
    const { status, text, html } = await owner.post(NEW, { ...FORM, sender: 'Zé da Loja', ...wrong });
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
    expect(html).toContain('Zé da Loja');
  }
  expect(await all()).toHaveLength(before);
});

it('a form that arrives twice issues one voucher', async () => {
  const before = (await all()).length;
  const form = { ...FORM, [FORM_ID]: randomUUID() };
  const answers = await Promise.all([0, 1, 2].map(() => owner.post(NEW, form)));
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
  expect(await all()).toHaveLength(before + 1);
});

it('a voucher is paid out once, locked and unlocked with a reason, and given a new code', async () => {
  const page = await issue();
  const payOut = (more: object = {}) =>
    owner.post(page, { act: 'payOut', value: '30', note: 'In cash', current: STAFF_PASSWORD, ...more });
  for (const wrong of [{ value: '50,01' }, { value: '0' }, { note: '' }, { current: 'wrong' }])
    expect((await payOut(wrong)).status).toBe(400);
  const both = await Promise.all([payOut(), payOut()]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 400]);
  expect(await left(page)).toBe(2000);
  expect((await owner.post(page, { act: 'lock', reason: ' ' })).status).toBe(400);
  expect((await owner.post(page, { act: 'lock', reason: 'Stolen letter' })).location).toContain('voucherLocked');
  const locked = await owner.get(page);
  expect(locked.text).toContain('Stolen letter');
  expect(locked.text).toContain('The voucher is locked, so it is not sent.');
  expect(locked.html).not.toContain('value="send"');
  expect((await owner.post(page, { act: 'send', email: 'bia@example.org' })).text).toContain('Unlock it first');
  expect((await owner.post(page, { act: 'unlock' })).location).toContain('voucherUnlocked');
  const [before, , after] = [
    (await readPdf((await owner.get(`${page}/voucher.pdf`)).bytes)).text,
    await owner.post(page, { act: 'renew' }),
    (await readPdf((await owner.get(`${page}/voucher.pdf`)).bytes)).text,
  ];
  expect(before.match(/GV-[\w-]+/)).not.toEqual(after.match(/GV-[\w-]+/));
  const history = (await owner.get('/desk/people/audit')).text;
  for (const words of ['issued a gift voucher', 'booked a payout', 'locked a gift voucher', 'a new code'])
    expect(history).toContain(words);
});

it('a voucher that nobody could pay with is not sent, and its page says why in place of the form', async () => {
  const expired = await issue();
  const set = { expires_on: '2025-12-31' };
  await own.ctx.db.write((tx) => tx.updateTable('vouchers').set(set).where('id', '=', idOf(expired)).execute());
  const paidOut = await issue({ email: 'bia@example.org', sendOn: addDays(germanDay(own.ctx.now().toISOString()), 9) });
  await owner.post(paidOut, { act: 'payOut', value: '50', note: 'In cash', current: STAFF_PASSWORD });
  for (const [page, why] of [
    [expired, 'The voucher has expired, so it is not sent anymore.'],
    [paidOut, 'Nothing is left on the voucher, so it cannot be sent.'],
  ] as const) {
    const { text, html } = await owner.get(page);
    expect(text).toContain(why);
    expect(html).not.toContain('value="send"');
    const refused = await owner.post(page, { act: 'send', email: 'bia@example.org' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(why)]);
  }
  expect((await owner.get(paidOut)).text).not.toContain('will be sent');
});

it('vouchers are found by their last characters, recipient and state, and their sum is on the page of finances', async () => {
  const page = await issue({ recipient: 'Zuleica', value: '7' });
  const { last_four: four } = (await all()).find(({ id }) => id === idOf(page))!;
  for (const query of [`q=${four.toLowerCase()}`, `q=GV-…-${four}`, 'q=zuleica', 'q=Zuleica&state=valid'])
    expect((await owner.get(`/desk/money/vouchers?${query}`)).html, query).toContain(page);
  for (const query of ['q=nobody', 'q=Zuleica&state=spent', 'q=Zuleica&state=locked', 'q=%25'])
    expect((await owner.get(`/desk/money/vouchers?${query}`)).html, query).not.toContain(page);
  expect((await owner.get('/desk/money')).text).toContain('Left of sold vouchers');
});

it('the search of the desk finds a voucher by its end, names and email, and takes no whole code into an address', async () => {
  const page = await issue({ recipient: 'Örsolya', email: 'orsi@example.org', sender: 'Tio Zeca' });
  const code = /GV(-\w{4}){4}/.exec((await readPdf((await owner.get(`${page}/voucher.pdf`)).bytes)).text)![0];
  const end = `GV-…-${code.slice(-4)}`;
  const search = (text: string, who = owner) => who.get(`/desk/search?q=${encodeURIComponent(text)}`);
  for (const text of [end, code.slice(-4).toLowerCase(), 'örso', 'Örsolya', 'orsi@example', 'tio zeca'])
    expect((await search(text)).html, text).toContain(`href="${page}"`);
  expect((await search(end)).html).not.toContain(code);
  for (const typed of [code, code.toLowerCase().replaceAll('-', ' ')])
    for (const list of ['/desk/search', '/desk/money/vouchers'])
      expect((await owner.get(`${list}?q=${encodeURIComponent(typed)}`)).location).toBe(
        `${list}?q=GV-${encodeURIComponent('…')}-${typed.slice(-4)}`,
      );
  const packer = await newStaff(own.ctx, (await own.serve()).url, 'pat@example.org', 'packer');
  expect((await search('Örsolya', packer)).html).not.toContain(page);
});

it('the command line issues, lists and locks vouchers', async () => {
  const vouchers = (...args: string[]) => shopHere(['vouchers', ...args], own.env);
  const issued = await vouchers('issue', '12,50', '--goodwill', 'Parcel was late');
  const code = /GV(-\w{4}){4}/.exec(issued.stdout)![0];
  expect((await vouchers('list')).stdout.replaceAll('\u00a0', ' ')).toContain(
    `GV-…-${code.slice(-4)}  valid  12,50 € of 12,50 €`,
  );
  expect((await vouchers('lock', code, '--reason', 'Lost')).stdout).toContain('is locked');
  const listed = JSON.parse((await vouchers('list', '--json')).stdout) as object[];
  expect(listed).toContainEqual(
    expect.objectContaining({ lastFour: code.slice(-4), state: 'locked', origin: 'goodwill', left: 1250 }),
  );
});

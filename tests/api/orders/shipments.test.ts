import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { localised } from '#src/shared/paths.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { allSent } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const TRACKING = '00340434161094015902';
const LINK = `https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=${TRACKING}`;

let own: PayingShop;
let smtp: MailServer;
let ana: Buyer;

beforeAll(async () => {
  smtp = await startMailServer();
  own = await payingShop({ SMTP_URL: smtp.url });
  ana = await newBuyer(own.ctx, own.server.url);
});
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});

const orders = (...args: string[]) => shopHere(['orders', ...args], own.env);

async function buy(languageLocale = 'de-DE') {
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }], { languageLocale });
  await own.paypal.approve(begun.paypalOrderId);
  return (await ana.capture(begun.checkoutId)).orderNumber;
}
const shippedMails = async (number: string) => {
  await allSent(own.ctx);
  return smtp.mails.filter(({ subject, messageId }) => subject?.includes(number) && messageId?.startsWith('<shipped-'));
};

describe('a parcel', () => {
  it.each(LOCALE_CODES)(
    'is announced to its buyer once with number and link, by mail and on the order page (%s)',
    async (locale) => {
      const t = translator(locale);
      const number = await buy(locale);
      await orders('pack', number);
      expect(
        (await orders('hand-over', number, '--carrier', 'DHL', '--tracking', '0034 0434 1610 9401 5902')).code,
      ).toBe(0);
      const [mail, ...more] = await shippedMails(number);
      expect(more).toEqual([]);
      expect([mail?.subject, mail?.recipients]).toEqual([t('mail:shipped.subject', { number }), [ana.email]]);
      for (const part of [TRACKING, 'DHL', LINK, localised(locale, `/order/${number}`)])
        expect(mail?.text).toContain(part);
      const page = await ana.text(localised(locale, `/order/${number}`));
      expect(page).toContain(`${t('checkout:order.tracking')}: DHL ${TRACKING}`);
      expect(page).toContain(`href="${LINK}"`);
      expect((await orders('show', number)).stdout).toContain(`DHL ${TRACKING}`);
    },
  );

  it('accepts several numbers in any spelling, reports each on a line, and fails when one failed', async () => {
    const [first, second] = [await buy(), await buy()];
    const spelled = [...first.toLowerCase().split('-'), 'XXXX-XXXX', second.replace('-', '')];
    const packed = await orders('pack', ...spelled);
    expect(packed).toMatchObject({ code: 1, stdout: `${first}: not_with_carrier\n${second}: not_with_carrier\n` });
    expect(packed.stderr).toContain('There is no order XXXX-XXXX.');
    expect(await orders('hand-over', first, second)).toMatchObject({ code: 0 });
    expect((await shippedMails(first)).length).toBe(1);
    expect(await orders('deliver', first, second)).toMatchObject({
      code: 0,
      stdout: `${first}: delivered\n${second}: delivered\n`,
    });
  });

  it('can be moved back one step at a time, and the shop says when the buyer was informed', async () => {
    const number = await buy();
    await orders('pack', number, '--lot', 'AGUA=L2311');
    await orders('hand-over', number, '--carrier', 'dhl', '--tracking', TRACKING);
    await orders('deliver', number);
    expect((await orders('undo', number)).stdout).toBe(`${number}: with_carrier\n`);
    const told = await orders('undo', number);
    expect([told.code, told.stdout]).toEqual([
      0,
      expect.stringMatching(/not_with_carrier\. The buyer was already mailed/),
    ]);
    expect((await orders('hand-over', number, '--carrier', 'dhl', '--tracking', TRACKING)).code).toBe(0);
    expect(await shippedMails(number)).toHaveLength(1);
    await orders('undo', number);
    expect((await orders('undo', number)).stdout).toBe(`${number}: in_separation\n`);
    expect(await orders('undo', number)).toMatchObject({
      code: 1,
      stderr: `${number} is in_separation; there is no step to take back.\n`,
    });
    expect(await own.ctx.db.read.selectFrom('shipment_lots').selectAll().execute()).toEqual([]);
    expect((await orders('pack', number)).code).toBe(0);
  });

  it('keeps the lots that were recorded at packing', async () => {
    const number = await buy();
    expect((await orders('pack', number, '--lot', 'agua=L2311', '--lot', 'AGUA=L2312')).code).toBe(0);
    expect((await orders('show', number)).stdout).toContain('lots AGUA L2311, AGUA L2312');
  });

  it('of a guest is announced with a link that opens the order', async () => {
    const guest = newGuest(own.server.url);
    const begun = await guest.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
    await own.paypal.approve(begun.paypalOrderId);
    const { orderNumber } = await guest.capture(begun.checkoutId);
    await orders('hand-over', orderNumber, '--carrier', 'dpd', '--tracking', '01234567890123');
    const [mail] = await shippedMails(orderNumber);
    const { pathname, search } = new URL(/https?:\S+\/order\/\S+/.exec(mail?.text ?? '')![0]);
    expect(search).toMatch(/^\?key=/);
    expect(await (await fetch(own.server.url + pathname + search)).text()).toContain('DPD 01234567890123');
  });

  it.each([
    [['--carrier', 'ups', '--tracking', TRACKING], '(dhl, dpd, gls)'],
    [['--tracking', TRACKING], '--carrier and --tracking belong together'],
    [['--carrier', 'dhl', '--tracking', '?'], 'Write the letters and digits'],
  ])('is not handed over with %j', async (options, text) => {
    const number = await buy();
    const refused = await orders('hand-over', number, ...options);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(text)]);
    expect(await shippedMails(number)).toEqual([]);
  });

  it.each([
    [['--lot', 'AGUA'], 'Example: --lot AGUA=L2311'],
    [['--lot', 'NADA=L1'], 'has no product with the code NADA'],
  ])('is not packed with %j', async (options, text) => {
    const refused = await orders('pack', await buy(), ...options);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(text)]);
  });

  it('has a unique number', async () => {
    const refused = await orders('hand-over', 'K7QF-3MXA', 'K7QF-3MXB', '--carrier', 'dhl', '--tracking', TRACKING);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('belongs to one parcel')]);
  });
});

it('packing slips of several orders are in one file, one page each, with codes and without prices', async () => {
  const [first, second] = [await buy(), await buy('pt-BR')];
  const out = path.join(own.ctx.config.dataDir, 'slips.pdf');
  expect(await orders('slip', first.toLowerCase(), second, '--out', out)).toMatchObject({
    code: 0,
    stdout: `${first}, ${second}: ${out}\n`,
  });
  const { pages, language, isTagged } = await readPdf(readFileSync(out));
  expect([pages.length, language, isTagged]).toEqual([2, 'de-DE', true]);
  for (const [index, number] of [first, second].entries())
    for (const part of [`Packzettel ${number}`, 'Rosenweg 7a', '04109 Leipzig', 'AGUA', 'Água de Coco', '1 AGUA'])
      expect(pages[index]).toContain(part);
  expect(pages.join()).not.toMatch(/€|4,99/);
});

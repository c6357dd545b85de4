import { afterAll, beforeAll, expect, it } from 'vitest';
import { newBuyer, type Buyer } from '../../support/buyer.ts';
import { startMailServer, type MailServer } from '../../support/mail-server.ts';
import { allSent } from '../../support/mails.ts';
import { idsOf } from '../../support/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/paying-shop.ts';
import { shopHere } from '../../support/shop-here.ts';

let own: PayingShop;
let smtp: MailServer;
let ana: Buyer;
const numbers: Record<string, string> = {};

const recall = (...args: string[]) => shopHere(['recall', ...args], own.env);
const mailed = async () => {
  await allSent(own.ctx);
  return smtp.mails.filter(({ messageId }) => messageId?.startsWith('<recall-'));
};

/** A paid order in a language, packed with these lots. */
async function buy(name: string, code: string, languageLocale: string, lots: string[]): Promise<void> {
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx))[code] ?? 0, quantity: 1 }], { languageLocale });
  await own.paypal.approve(begun.paypalOrderId);
  numbers[name] = (await ana.capture(begun.checkoutId)).orderNumber;
  if (lots.length > 0) await shopHere(['orders', 'pack', numbers[name], ...lots.flatMap((lot) => ['--lot', `${code}=${lot}`])], own.env);
}

beforeAll(async () => {
  smtp = await startMailServer();
  own = await payingShop({ SMTP_URL: smtp.url });
  ana = await newBuyer(own.ctx, own.server.url);
  await buy('bad', 'AGUA', 'de-DE', ['L1', 'L2']);
  await buy('good', 'AGUA', 'de-DE', ['L2']);
  await buy('unknown', 'AGUA', 'pt-BR', []);
  await buy('english', 'AGUA', 'en-US', ['L1']);
  await buy('other', 'GUARANA', 'de-DE', ['L1']);
});
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});

it('lists who is concerned before anything is sent', async () => {
  const { code, stdout } = await recall('AGUA', '--lot', 'L1');
  expect(code).toBe(0);
  for (const name of ['bad', 'english']) expect(stdout).toMatch(new RegExp(`${numbers[name]}  not_with_carrier.*-[A-Z]{2}\\n`));
  expect(stdout).toMatch(new RegExp(`${numbers.unknown} .*no lot noted`));
  expect(stdout).not.toContain(numbers.good);
  expect(stdout).not.toContain(numbers.other);
  expect((await recall('AGUA')).stdout).toContain('4 orders.');
  expect(await recall('NONE')).toMatchObject({ code: 1, stderr: expect.stringContaining('Nobody bought NONE.') });
});

it('asks for the danger in each language of the buyers, and for a confirmation', async () => {
  const texts = ['--de', 'Glassplitter in der Dose.', '--pt', 'Cacos de vidro na lata.'];
  expect((await recall('AGUA', '--lot', 'L1', ...texts, '--yes')).stderr).toContain('Some buyers read en-US.');
  expect((await recall('AGUA', '--lot', 'L1', ...texts, '--en', 'Glass in the can.')).code).toBe(2);
  expect(await mailed()).toEqual([]);
});

it('buyers of a lot, and those whose lot nobody noted, are mailed once, each in the language of the order', async () => {
  const texts = ['--de', 'Glassplitter in der Dose.', '--pt', 'Cacos de vidro na lata.', '--en', 'Glass in the can.'];
  for (let time = 1; time <= 2; time++)
    expect((await recall('AGUA', '--lot', 'L1', ...texts, '--yes')).stdout).toContain('The buyers of 3 orders get a mail, each once.');
  const mails = await mailed();
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Product safety recall: Água de Coco',
    'Produktsicherheitsrückruf: Água de Coco',
    'Recall por segurança do produto: Água de Coco',
  ]);
  const german = mails.find(({ subject }) => subject?.startsWith('Produkt'));
  for (const text of [numbers.bad!, 'L1', 'Glassplitter in der Dose.', 'nicht mehr', 'Erstatt|erstatten', 'Ersatz'])
    expect(german?.text).toMatch(new RegExp(text));
});

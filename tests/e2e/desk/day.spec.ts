import type { Page } from 'playwright/test';
import { inviteStaff } from '#src/desk/server/staff.service.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { expectNoViolationsInBothSchemes } from '../../support/browser/axe.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { STAFF_PASSWORD } from '../../support/people/desk-visitor.ts';
import { addCamera, showCode } from '../../support/browser/bar-code-camera.ts';
import { press } from '../../support/browser/desk-page.ts';
import { scan } from '../../support/browser/hand-scanner.ts';
import { countTaps } from '../../support/browser/taps.ts';
import { freePort } from '../../support/outside/free-port.ts';
import { idsOf, setProduct } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { expect, test as base } from '../fixtures.ts';

/** Of coconut water and guaraná. */
const EANS = ['7891000100103', '7894900011517'];

interface OpenShop extends PayingShop {
  address: string;
  welcome: string;
  orders: string[];
}

/**
 * A shop with three paid orders, a message and a withdrawal, whose owner has just been invited. Passkeys need its real
 * address.
 */
const test = base.extend<{ own: OpenShop }>({
  own: async ({}, use) => {
    const port = await freePort();
    const address = `http://localhost:${port}`;
    const own = await payingShop({ PORT: String(port), SITE_URL: address });
    const buyer = await newBuyer(own.ctx, own.server.url);
    for (const [index, code] of ['AGUA', 'GUARANA'].entries())
      await setProduct(own.ctx, code as 'AGUA', { ean: EANS[index]! });
    const ids = await idsOf(own.ctx);
    const orders: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const begun = await buyer.begin([
        { productId: ids.AGUA ?? 0, quantity: 2 },
        { productId: ids.GUARANA ?? 0, quantity: 1 },
      ]);
      await own.paypal.approve(begun.paypalOrderId);
      orders.push((await buyer.capture(begun.checkoutId)).orderNumber);
    }
    await setProduct(own.ctx, 'AGUA', { facts: JSON.stringify({ noteLot: 'yes' }) });
    const person = { name: 'Ana Müller', email: buyer.email, languageLocale: 'de-DE' };
    await buyer.post('/api/withdrawal/', { ...person, orderNumber: orders[2], part: '' });
    await buyer.post('/api/contact/', { ...person, subject: 'informacoes', message: 'Wann kommt mein Paket?' });
    const invited = await inviteStaff(own.ctx, {
      email: 'eva@example.org',
      name: 'Eva',
      role: 'owner',
      locale: 'de-DE',
    });
    if (!invited.ok) throw new Error(invited.error.kind);
    await use({ ...own, address, welcome: `/desk/welcome/${invited.value}`, orders });
    await own.dispose();
  },
  baseURL: async ({ own }, use) => use(own.address),
});

test.use({
  viewport: { width: 360, height: 780 },
  locale: 'de-DE',
  permissions: ['clipboard-read', 'clipboard-write'],
});

const SECTIONS = {
  'E-Mails': 'Einstellungen',
  Personen: 'Einstellungen',
  Protokoll: 'Einstellungen',
  Packen: 'Bestellungen',
  Widerrufe: 'Bestellungen',
  Nachrichten: 'Kunden',
};
/** Opens a section through the bar at the bottom, its button "Mehr" and the sections of the page's group. */
async function openRoom(page: Page, name: string) {
  const group = (SECTIONS as Record<string, string>)[name] ?? name;
  const begins = (text: string) => page.getByRole('link', { name: new RegExp(`^${text}( \\(.*)?$`) });
  if (!(await begins(group).first().isVisible())) await page.getByRole('button', { name: /^Mehr/ }).click();
  await begins(group).first().click();
  if (group !== name)
    await page
      .locator('.desk-tabs')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
}

/** Every page fits a phone, and axe finds nothing. */
async function expectGood(page: Page): Promise<void> {
  // After a tap, the next page may have no root element yet.
  const beyond = await page.locator('html').evaluate((root) => root.scrollWidth - innerWidth);
  expect(beyond, page.url()).toBeLessThanOrEqual(0);
  await expectNoViolationsInBothSchemes(page);
}

/** The same for a page that the day shows in another state, too. */
const expectGoodAgain = async (page: Page) => isWholeMatrix && expectGood(page);

/** An authenticator in the phone, as a fingerprint sensor is one. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await client.send('WebAuthn.addVirtualAuthenticator', { options });
}

/** Many parcels are handed over on one page, where the Enter key of a bar code scanner sends nothing. */
async function expectHandOverForm(page: Page, { orders }: OpenShop): Promise<void> {
  await page.getByLabel('Alle auswählen').check();
  await page.getByText('Was tun?').click();
  await press(page, 'An den Paketdienst übergeben');
  await expect(page.getByRole('checkbox', { name: orders[0]! })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: orders[2]! })).not.toBeChecked();
  await expectGood(page);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.getByLabel('Sendungsnummer').first().fill('00340434161094015902');
  await page.getByLabel('Sendungsnummer').first().press('Enter');
  await page.getByRole('link', { name: 'Abbrechen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bestellungen');
  expect(sent).toEqual([]);
}

/**
 * A hand scanner types digits and Enter or Tab: the line is ticked, and neither is the code taken for a lot nor the
 * form sent.
 */
async function expectHandScanner(page: Page): Promise<void> {
  const [first = '', second = ''] = EANS;
  const lot = page.getByLabel('Charge').first();
  await lot.fill('L2207');
  await scan(page, first, 'Enter');
  await expect(page.locator(`[data-ean="${first}"]`)).toBeChecked();
  await expect(lot).toHaveValue('L2207');
  // A lot may look like an EAN, but people do not type as fast as a scanner.
  await lot.fill('20270124');
  await lot.press('Enter');
  await expect(lot).toHaveValue('20270124');
  await page.getByRole('button', { name: 'Gepackt, nächste Bestellung' }).focus();
  await scan(page, '4006381333931', 'Enter');
  await expect(page.getByText('Nicht in dieser Bestellung: 4006381333931')).toBeVisible();
  await scan(page, second, 'Tab');
  await expect(page.locator(`[data-ean="${second}"]`)).toBeChecked();
}

test('staff can work a day at the desk on a phone: passkey, parcel, refund, withdrawal and message', async ({
  page,
  own,
}) => {
  await addAuthenticator(page);
  await addCamera(page);

  await test.step('the first sign-in works by keyboard', async () => {
    await page.goto(own.welcome);
    await expectGood(page);
    await page.keyboard.type(STAFF_PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.type(STAFF_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toHaveText('Das neue Passwort gilt.');
    await page.keyboard.type('eva@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type(STAFF_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guten Tag, Eva');
    await expectGood(page);
  });

  await test.step('a passkey is added, and required at the next sign-in', async () => {
    await page.goto('/desk/account/second-factor');
    await expectGood(page);
    await page.getByLabel('Name, zum Beispiel').fill('Telefon');
    await page.locator('[data-passkey]').getByLabel('Passwort').fill(STAFF_PASSWORD);
    await press(page, 'Passkey hinzufügen');
    await expect(page.locator('.desk-codes li')).toHaveCount(10);
    await page.goto('/desk/account');
    await expectGood(page);
    await press(page, 'Abmelden');
    await page.getByLabel('E-Mail').fill('eva@example.org');
    await page.getByLabel('Passwort').fill(STAFF_PASSWORD);
    await press(page, 'Anmelden');
    await press(page, 'Passkey verwenden');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guten Tag, Eva');
  });

  await test.step('an order is packed line by line, handed over and partly refunded', async () => {
    await openRoom(page, 'Packen');
    await expectGood(page);
    const packing = await countTaps(page, async () => {
      await page.getByRole('link', { name: 'Die älteste packen' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${own.orders[0]} packen`);
      await expect(page.getByText('Heute: Paket 1 von 2')).toBeVisible();
      await expect(page.getByText('0 von 2 abgehakt')).toBeVisible();
      for (const line of ['Água de Coco', 'Guaraná']) await page.getByText(line).first().click();
      await expect(page.getByText('2 von 2 abgehakt')).toBeVisible();
      await press(page, 'Gepackt, nächste Bestellung');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${own.orders[1]} packen`);
    });
    expect(packing).toBeLessThanOrEqual(4);
    await expectGoodAgain(page);
    await press(page, 'Mit der Kamera scannen');
    await showCode(page, '4006381333931');
    await expect(page.getByText('Nicht in dieser Bestellung: 4006381333931')).toBeVisible();
    for (const code of EANS) {
      await showCode(page, code);
      await expect(page.locator(`[data-ean="${code}"]`)).toBeChecked();
    }
    await expect(page.locator('video')).toBeHidden();
    await expectGood(page);
    await page.reload();
    await expectHandScanner(page);
    page.once('dialog', (dialog) => void dialog.accept()); // the next room gives the lot up

    await openRoom(page, 'Bestellungen');
    await expectGood(page);
    await expectHandOverForm(page, own);
    const handingOver = await countTaps(page, async () => {
      await press(page, 'Übergeben');
      await page.keyboard.type('00340434161094015902');
      await page.keyboard.press('Enter');
      await press(page, 'An den Paketdienst übergeben');
      await expect(page.getByRole('status')).toHaveText('1 Paket ist übergeben. Der Käufer bekommt eine E‑Mail.');
    });
    expect(handingOver).toBeLessThanOrEqual(3);
    const refunding = await countTaps(page, async () => {
      await page.getByRole('searchbox').click();
      await page.keyboard.type(own.orders[0]!);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bestellung ${own.orders[0]}`);
      await page.getByRole('link', { name: 'Erstatten' }).click();
      await page.getByRole('group', { name: 'Água de Coco' }).getByLabel('1').click();
      await press(page, 'Erst den Beleg zeigen');
      await press(page, '4,99 € erstatten');
      await expect(page.getByRole('status')).toContainText('Der Betrag ist erstattet');
    });
    expect(refunding).toBeLessThanOrEqual(5);
    await expectGood(page);
    await press(page, 'Anschrift kopieren');
    await expect(page.getByText('Kopiert')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Leipzig');
    await expect(page.getByRole('link', { name: /^RK-/ })).toBeVisible();
  });

  await test.step('a withdrawal and a message are settled', async () => {
    await openRoom(page, 'Widerrufe');
    await expectGood(page);
    await page.getByRole('link', { name: 'Ana Müller' }).click();
    await expect(page.getByText('Die Ware ist noch hier: nicht herausgeben')).toBeVisible();
    await expectGood(page);
    await page.getByRole('link', { name: 'Erstatten' }).click();
    // The form already contains what the buyer withdrew from.
    await expectGoodAgain(page);
    await press(page, 'Erst den Beleg zeigen');
    await press(page, '16,72 € erstatten');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Widerruf von Ana Müller');
    await expect(page.getByText('Erstattet', { exact: true }).first()).toBeVisible();
    await expectGoodAgain(page);
    await openRoom(page, 'Nachrichten');
    await expectGood(page);
    await page.getByRole('link', { name: 'Ana Müller' }).click();
    await page.getByLabel('Ihre Antwort').fill('Morgen.');
    await press(page, 'Senden');
    await expect(page.getByRole('status')).toHaveText('Die Antwort ist unterwegs.');
    await expectGood(page);
  });

  await test.step('a recall shows the affected buyers before it starts', async () => {
    await page.goto('/desk/products/recalls/new?code=AGUA');
    await expectGood(page);
    await page.getByLabel('Chargen', { exact: true }).fill('L2207');
    for (const language of ['Português (Brasil)', 'Deutsch', 'English (US)'])
      await page.getByLabel(`${language}:`).fill('Glassplitter');
    await press(page, 'Betroffene anzeigen');
    await expect(page.getByText('2 betroffene Bestellungen')).toBeVisible();
    await expectGood(page);
    page.once('dialog', (dialog) => void dialog.accept()); // the next room gives the texts up
    await openRoom(page, 'Kunden');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Produkt zurückrufen');
  });

  await test.step('customers, money, people and the audit log are shown', async () => {
    for (const room of ['Kunden', 'Finanzen', 'Personen', 'E-Mails']) {
      await openRoom(page, room);
      await expectGood(page);
    }
    await openRoom(page, 'Protokoll');
    await expect(page.getByText('hat eine Erstattung veranlasst')).toHaveCount(2);
    await expectGood(page);
  });
});

/** The pictures in README.md and docs/desk.md: what they show, and digests of the words of these pages. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { desk } from '#src/desk/desk-paths.ts';
import type { DeskVisitor } from '../support/people/desk-visitor.ts';
import { DEMO } from '../support/catalogue/demo-products.ts';
import { emulatorControl } from '../support/outside/emulator.ts';
import { newBuyer } from '../support/people/buyer.ts';
import { deskEditor } from '../support/people/desk-editor.ts';
import { newStaff } from '../support/people/desk-visitor.ts';
import { withDatabase } from '../support/people/sign-in.ts';
import { copyShop, type ShopCopy } from '../support/shops/shop-copy.ts';
import { decodeEntities } from '../support/texts/html.ts';
import { until } from '../support/until.ts';

interface DocumentPicture {
  /** Without `.webp`. */
  name: string;
  path: (order: string) => string;
  /** The window in CSS pixels, and the width of the file. */
  window: { width: number; height: number };
  width: number;
}

const PHONE = { window: { width: 390, height: 760 }, width: 520 };
const DESKTOP = { window: { width: 1280, height: 768 }, width: 1000 };

export const PICTURES: readonly DocumentPicture[] = [
  { name: 'home-phone', path: () => '/de', ...PHONE },
  { name: 'product-desktop', path: () => `/en/product/${DEMO.can.slug}`, ...DESKTOP },
  { name: 'desk-phone', path: (order) => desk.order(order), ...PHONE },
  { name: 'desk-desktop', path: () => desk.today(), ...DESKTOP },
  { name: 'desk-products', path: () => desk.products(), ...DESKTOP },
  { name: 'desk-publish', path: () => desk.publish(), ...DESKTOP },
];

export const FOLDER = import.meta.dirname;
export const WORDS = path.join(FOLDER, 'words.json');

export interface PicturedShop {
  copy: ShopCopy;
  owner: DeskVisitor;
  /** The number of an order to pack. */
  order: string;
}

/** The demo shop with some orders, a withdrawal, a message and a draft; its desk speaks German. */
export async function picturedShop(): Promise<PicturedShop> {
  const copy = await copyShop();
  try {
    return { copy, ...(await fill(copy)) };
  } catch (error) {
    await copy.stop();
    throw error;
  }
}

function fill(copy: ShopCopy): Promise<Omit<PicturedShop, 'copy'>> {
  const paypal = emulatorControl(`${copy.url}/paypal-emulator`);
  return withDatabase(copy, async (ctx) => {
    // A working copy whose catalogue has changed since its first build has several.
    const newest = ctx.db.read.selectFrom('publications').select(({ fn }) => fn.max('id').as('id'));
    await ctx.db.write((tx) => tx.deleteFrom('publications').where('id', '<', newest).execute());
    const owner = await newStaff(ctx, copy.url, 'Ana@vitrine.example', 'owner', 'de-DE');
    const buyer = await newBuyer(ctx, copy.url);
    const numbers: string[] = [];
    for (const [slug, quantity, daysAgo] of [
      [DEMO.beans.slug, 3, 21],
      [DEMO.can.slug, 6, 17],
      [DEMO.reduced.slug, 2, 11],
      [DEMO.cosmetic.slug, 1, 6],
      [DEMO.can.slug, 8, 2],
      [DEMO.beans.slug, 2, 0],
    ] as const) {
      const begun = await buyer.begin([
        { productId: copy.idOf(slug), quantity },
        { productId: copy.idOf(DEMO.exempt.slug), quantity: 1 },
      ]);
      await paypal.approve(begun.paypalOrderId);
      const { orderNumber } = await buyer.capture(begun.checkoutId);
      const ordered_at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
      await ctx.db.write((tx) =>
        tx.updateTable('orders').set({ ordered_at }).where('order_number', '=', orderNumber).execute(),
      );
      numbers.push(orderNumber);
    }
    const letter = { name: 'Ana Müller', email: buyer.email, languageLocale: 'de-DE' };
    await buyer.post('/api/withdrawal/', { ...letter, orderNumber: numbers[2], part: '' });
    await buyer.post('/api/contact/', { ...letter, subject: 'informacoes', message: 'Wann kommt mein Paket?' });
    const subtitle_de = 'Kühl und frisch aus der Dose';
    await deskEditor(owner).save('BEB-001', { real_price: '1,99', subtitle_de });
    // An order's page says whether its mails wait.
    const unsent = ctx.db.read.selectFrom('outbox').select('id').where('due_at', 'is not', null);
    await until('all mails are sent', async () => (await unsent.execute()).length === 0);
    return { owner, order: numbers.at(-1)! };
  });
}

/** A digest of a page's words. Numbers, prices, times, addresses of people and codes differ from shop to shop. */
function digestOfWords(html: string): string {
  const words = decodeEntities(
    html.replaceAll(/<(head|script|style|template|noscript)\b[^]*?<\/\1>/g, ' ').replaceAll(/<[^>]+>/g, ' '),
  )
    .split(/\s+/)
    .map((word) => (/\d|@|^[A-Z]{4}-[A-Z]{4}$/.test(word) ? '0' : word));
  return hash('sha256', words.join(' ')).slice(0, 16);
}

/** The digests of all pictured pages of this shop. */
export async function wordsNow({ owner, order }: PicturedShop): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { name, path: of } of PICTURES) {
    const { status, html } = await owner.get(of(order));
    if (status !== 200) throw new Error(`${of(order)} answered ${status}`);
    digests[name] = digestOfWords(html);
  }
  return digests;
}

/** The digests when the pictures were taken. */
export const wordsThen = (): Record<string, string> =>
  JSON.parse(readFileSync(WORDS, 'utf8')) as Record<string, string>;

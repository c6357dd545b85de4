import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { approveReview, hideReview, replyToReview } from '#src/features/reviews/server/review-desk.service.ts';
import { requireSite } from '#src/site/site-record.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { newGuest } from '../../support/people/guest.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { addReview } from '../../support/shops/review-shop.ts';
import { reviewSite } from '../../support/shops/review-site.ts';
import { clientFolder } from '../../support/shops/site.ts';
import { decodeEntities } from '../../support/texts/html.ts';

const site = forFile(() => reviewSite());

const read = (slug: string) => readFileSync(path.join(clientFolder(site.dist), `de/product/${slug}.html`), 'utf8');
async function build(): Promise<void> {
  const { code, stderr } = await site.build();
  expect(code, stderr).toBe(0);
}
interface Described {
  aggregateRating?: { ratingValue: number; reviewCount: number };
  review?: { author: { name: string }; reviewBody: string }[];
}
const described = (html: string): Described => {
  const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return (JSON.parse(json) as { '@graph': Described[] })['@graph'][0]!;
};

it('a product’s page shows approved reviews with their average, and is the same as ever without any', async () => {
  const without = { on: read('mate'), agua: read('agua') };
  const server = await site.open();
  const orders: string[] = [];
  for (let count = 0; count < 2; count++) {
    const guest = newGuest(server.url);
    const begun = await guest.begin([{ productId: site.ids.AGUA!, quantity: 1 }]);
    await site.paypal.approve(begun.paypalOrderId);
    orders.push((await guest.capture(begun.checkoutId)).orderNumber);
  }
  const hostile = 'Gut </script><script>alert(1)</script>\n\n& günstig';
  const [first, second] = [
    await addReview(site.ctx, orders[0]!, site.ids.AGUA!, { state: 'pending', text: hostile, reply: null }),
    await addReview(site.ctx, orders[1]!, site.ids.AGUA!, { state: 'pending', stars: 1, text: '', shown_name: '' }),
  ];
  await build();
  expect(read('agua')).toBe(without.agua);

  for (const review of [first, second]) expect((await approveReview(site.ctx, review)).ok).toBe(true);
  await replyToReview(site.ctx, first, 'Das freut uns.');
  await build();
  const html = read('agua');
  const text = decodeEntities(html.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ');
  expect(text).toContain('2,5 von 5 Sternen, 2 Bewertungen');
  for (const words of [
    'Ana M.,',
    'Anonym,',
    'Vitrine antwortet: Das freut uns.',
    'Nur wer das Produkt bei uns gekauft',
  ])
    expect(text).toContain(words);
  // Other products' pages must not carry the style of a reply.
  const [, style = ''] = /<style>(blockquote\s*\{.*?)<\/style>/s.exec(html) ?? [];
  expect(style).toContain('4px solid');
  const { files, policies } = requireSite(site.dist);
  expect(policies[files['de/product/agua.html']!.policy!]).toContain(hash('sha256', style, 'base64'));
  expect(html).not.toContain('<script>alert');
  expect(html).toContain(`/de/report-review/${first.id}`);
  expect(described(html)).toMatchObject({
    aggregateRating: { ratingValue: 2.5, reviewCount: 2 },
    review: [{ author: { name: 'Ana M.' }, reviewBody: hostile }],
  });
  expect(read('mate')).toBe(without.on);

  await hideReview(site.ctx, first, 'advertising');
  await build();
  expect(described(read('agua'))).toMatchObject({ aggregateRating: { ratingValue: 1, reviewCount: 1 } });
  site.offer(false);
  await build();
  expect([read('agua'), read('mate')]).toEqual([without.agua, without.on]);
}, 240_000);

it.runIf(isWholeMatrix)(
  'all reviews of a product with more than ten are on a page of their own, to which its page leads',
  async () => {
    site.offer(true);
    const server = await site.open();
    for (let count = 0; count < 11; count++) {
      const guest = newGuest(server.url);
      const begun = await guest.begin([{ productId: site.ids.MATE!, quantity: 1 }]);
      await site.paypal.approve(begun.paypalOrderId);
      const { orderNumber } = await guest.capture(begun.checkoutId);
      const written_at = new Date(Date.UTC(2026, 8, 1 + count)).toISOString();
      const review = await addReview(site.ctx, orderNumber, site.ids.MATE!, {
        ...{ state: 'pending', text: `Meinung ${count}.`, written_at },
      });
      if (count === 10) {
        await build();
        expect(read('mate')).not.toContain('/de/reviews/mate');
        expect(existsSync(path.join(clientFolder(site.dist), 'de/reviews/mate.html'))).toBe(false);
      }
      await approveReview(site.ctx, review);
    }
    await build();
    const html = read('mate');
    expect([html.includes('Meinung 0.'), html.includes('Meinung 1.')]).toEqual([false, true]);
    expect(html).toContain('href="/de/reviews/mate"');
    const all = readFileSync(path.join(clientFolder(site.dist), 'de/reviews/mate.html'), 'utf8');
    for (let count = 0; count < 11; count++) expect(all).toContain(`Meinung ${count}.`);
    expect(all).toMatch(/<link rel="canonical" href="[^"]*\/de\/product\/mate"/);
    expect(all).toContain('href="/de/product/mate"');
  },
  240_000,
);

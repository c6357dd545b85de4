import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { until } from '../../support/until.ts';
import { STAFF_PASSWORD } from '../../support/people/desk-visitor.ts';
import { expect, expectFits, signIn, t, test } from './desk-shop.ts';

test('an owner changes a price, adds a product with a photo and invites a colleague', async ({ owner, own }, info) => {
  await signIn(owner, own.welcome);
  await owner.open('/desk/products');
  await expectFits(owner);
  const price = t('products:fields.real_price');
  await owner.fill(t('products:list.of', { field: price, name: 'Água de Coco' }), '4,79');
  await owner.tap('button', t('products:publish.now'));
  await owner.see(t('desk:done.published', { count: 1 }));
  await expectFits(owner);
  // In WebKit a choice that is longer than its field sticks out.
  await owner.open('/desk/products/prices');
  await owner.choose(t('products:prices.rounding'), t('products:prices.nine'));
  await expectFits(owner);

  const photo = path.join(tmpdir(), `${info.testId}-${info.project.name}.jpg`);
  await sharp({ create: { width: 900, height: 600, channels: 3, background: 'orange' } }).toFile(photo);
  await owner.tap('link', t('desk:groups.products'));
  await owner.tap('link', t('products:list.new'));
  await owner.tap('link', t('products:choices.food'));
  await owner.attach(t('products:pictures.choose'), photo);
  await owner.fill(t('products:fields.product_name'), 'Rapadura');
  await owner.choose(t('products:fields.category_product'), 'Getränke');
  await owner.fill(t('products:fields.net_quantity'), '250');
  await owner.fill(price, 'zwei');
  await owner.fill(t('products:fields.quantity_available'), '24');
  await expectFits(owner);
  // The form waits for the photo.
  await owner.tap('button', t('products:page.createLive'));
  // The refused field is not behind the buttons at the bottom.
  await until('the refused price is in view', () =>
    owner.driver
      .run(() => {
        const field = document.querySelector('[aria-invalid]');
        const { left = 0, top = 0 } = field?.getBoundingClientRect() ?? {};
        return field !== null && document.elementFromPoint(left + 20, top + 20) === field;
      })
      .catch(() => false),
  );
  await owner.fill(price, '2,49');
  await owner.tap('button', t('products:page.createLive'));
  await owner.see(t('desk:done.published', { count: 1 }));
  rmSync(photo);
  const published = await own.ctx.db.read
    .selectFrom('products')
    .select(['product_name', 'price_cents', 'picture'])
    .where('product_name', 'in', ['Água de Coco', 'Rapadura'])
    .orderBy('price_cents')
    .execute();
  expect(published).toEqual([
    { product_name: 'Rapadura', price_cents: 249, picture: expect.any(String) },
    { product_name: 'Água de Coco', price_cents: 479, picture: null },
  ]);

  await owner.open('/desk/people');
  await expectFits(owner);
  await owner.fill(t('desk:people.name'), 'Rui');
  await owner.fill(t('desk:email'), 'rui@example.org');
  await owner.fill(t('desk:ownPassword'), STAFF_PASSWORD);
  await owner.tap('button', t('desk:people.inviteSubmit'));
  await owner.see(t('desk:people.invited'));
  await expectFits(owner);
});

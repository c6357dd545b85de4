import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { newBuyer } from '../../support/people/buyer.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { dhlShop } from '../../support/shops/dhl-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(() => dhlShop(deskShop));

const addressIn = (street: string) => ({
  ...{ name: 'Ana Lima', address: street, number: '1', additional_address: '' },
  ...{ postal_code: '10119', city: 'Berlin', country: 'DE' },
});

it('half of fifty labels fail at the desk: each says why, the others are printed, and only the missing ones are made again', async () => {
  const buyer = await newBuyer(own.ctx, own.server.url);
  const [good, bad]: [string[], string[]] = [[], []];
  while (bad.length < 25) {
    good.push(await own.buy({ AGUA: 1 }, { shipping: addressIn('Torstraße') }, buyer));
    bad.push(await own.buy({ AGUA: 1 }, { shipping: addressIn('Nirgendwo') }, buyer));
  }
  const all = good.flatMap((number, index) => [number, bad[index]!]);
  await shopHere(['orders', 'pack', ...all], own.env);

  const make = () => own.packer.post('/desk/orders/bulk', { act: 'label', order: all, confirmed: 'yes' });
  const page = await make();
  expect(page.text).toContain('25 of 50 done');
  for (const number of bad) expect(page.text).toMatch(new RegExp(`${number}[^-]{0,200}The street cannot be found`));
  const { bytes } = await own.packer.get(`/desk/orders/labels.pdf?parcels=${all.join(',')}`);
  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
  expect(totalPages).toBe(25);
  for (const [index, number] of good.entries()) expect(text[index]).toContain(number);

  const mended = bad.slice(0, 5);
  for (const number of mended)
    await own.owner.post(`/desk/orders/${number}/change`, { act: 'address', ...addressIn('Torstraße') });
  expect((await make()).text).toContain('30 of 50 done');
  const made = (await own.dhl.shipments()).map(({ reference }) => reference.slice(0, 9));
  expect(made.toSorted()).toEqual([...good, ...mended].toSorted());
});

import sharp from 'sharp';
import { expect, it } from 'vitest';
import { endWindows } from '../../support/people/attempts.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { addReview, REVIEW_TOKEN, reviewShop } from '../../support/shops/review-shop.ts';

const own = forFile(() => reviewShop());
const PATH = `/de/review/${REVIEW_TOKEN}`;

/** A photo as a phone takes it, with the place in it. */
const photo = (size: number): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#cc8844' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' } })
    .jpeg()
    .toBuffer();

async function send(fields: Record<string, string | Buffer>) {
  await endWindows(own.ctx);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'string' ? value : new File([new Uint8Array(value)], 'foto.jpg'));
  const response = await fetch(own.server.url + PATH, { method: 'POST', body: form, redirect: 'manual' });
  return { status: response.status, html: await response.text() };
}

it('a photo is shown with its published review only, without the place in it, and goes with the review', async () => {
  const ana = await newBuyer(own.ctx, own.server.url);
  const number = await own.buy({ AGUA: 1 }, {}, ana);
  await own.deliver(number);
  const { productId } = own.line('AGUA');
  const { id } = await addReview(own.ctx, number, productId, { text: 'Gut' });
  const typed = { act: 'save', [`stars-${productId}`]: '5', [`text-${productId}`]: 'Sehr gut' };
  const shown = () => fetch(`${own.server.url}/api/review-photo/${id}/?v=2`);

  const small = await send({ ...typed, [`photo-${productId}`]: await photo(200) });
  expect([small.status, small.html.includes('Sehr gut'), small.html.includes('400 × 400')]).toEqual([400, true, true]);
  const broken = await send({ ...typed, [`photo-${productId}`]: Buffer.from('%PDF-1.7') });
  expect([broken.status, broken.html.includes('Sehr gut')]).toEqual([400, true]);
  // A photo of a phone is larger than other forms may be.
  const noise = await sharp({
    create: {
      width: 1600,
      height: 1600,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
      background: '#fff',
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(noise.length).toBeGreaterThan(1_000_000);
  expect((await send({ ...typed, [`photo-${productId}`]: noise })).status).toBe(303);
  expect((await send({ ...typed, [`photo-${productId}`]: await photo(800) })).status).toBe(303);
  expect((await shown()).status).toBe(404);
  const atDesk = await own.owner.get(`/desk/reviews/${id}/photo.webp`);
  const { format, width, height, exif } = await sharp(atDesk.bytes).metadata();
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 640, height: 640, exif: undefined });
  expect((await own.packer.get(`/desk/reviews/${id}/photo.webp`)).status).toBe(403);

  await own.owner.post(`/desk/reviews/${id}`, { act: 'approve', version: '3' });
  const published = await shown();
  expect([published.status, published.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const { body } = await ana.get<{ orders: { reviews: { photo: string }[] }[] }>(`/api/client_export/${ana.clientId}/`);
  expect(Buffer.from(body.orders[0]!.reviews[0]!.photo, 'base64').equals(atDesk.bytes)).toBe(true);

  expect((await send({ ...typed, [`nophoto-${productId}`]: 'yes' })).status).toBe(303);
  expect(await own.ctx.db.read.selectFrom('review_photos').selectAll().execute()).toEqual([]);
});

it('only the link of an order may send more than 64 KB, and at most 15 MB', async () => {
  const { productId } = own.line('AGUA');
  const megabytes = (count: number) => ({ [`photo-${productId}`]: Buffer.alloc(count * 1024 ** 2) });
  const tooLarge = await send({ act: 'save', ...megabytes(16) });
  expect([tooLarge.status, tooLarge.html.includes('größer als 15 MB')]).toEqual([413, true]);
  const form = new FormData();
  form.set('photo', new File([new Uint8Array(1024 ** 2)], 'x.jpg'));
  for (const path of ['/de/review/unknown', '/de/withdrawal'])
    expect((await fetch(own.server.url + path, { method: 'POST', body: form })).status, path).toBe(413);
});

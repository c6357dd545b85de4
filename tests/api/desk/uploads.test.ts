import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDeskVisitor, newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { connect, request } from '../../support/outside/raw-http.ts';
import { stockOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const MB = 1024 ** 2;

const own = forFile(() => stockedShop([{ cod_catalog: 'AGUA', product_name: 'Água de Coco', quantity_available: 10 }]));
let url: string;
let packer: DeskVisitor;
let editor: DeskVisitor;

beforeAll(async () => {
  ({ url } = await own.serve());
  packer = await newStaff(own.ctx, url, 'rui@example.org', 'packer');
  editor = await newStaff(own.ctx, url, 'eda@example.org', 'editor');
});

/** The form of the stock, with a file beside it. */
function stockForm(quantity: number, bytes: number): FormData {
  const form = new FormData();
  const fields = {
    code: 'AGUA',
    'quantity-AGUA': String(quantity),
    'was-quantity-AGUA': '10',
    'mark-AGUA': '0',
    'was-mark-AGUA': '0',
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('photo', new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }));
  return form;
}

const cookieOf = ({ cookies }: DeskVisitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** The head of the answer to an upload of 10 MB of which only the begin is sent. */
async function answerBeforeTheEnd(visitor: DeskVisitor): Promise<string> {
  const socket = await connect(url);
  const type = 'Content-Type: multipart/form-data; boundary=x';
  const head = [
    'POST /desk/stock HTTP/1.1',
    'Host: shop',
    `Cookie: ${cookieOf(visitor)}`,
    'Sec-Fetch-Site: same-origin',
    type,
  ];
  socket.write(`${[...head, `Content-Length: ${10 * MB}`].join('\r\n')}\r\n\r\n`);
  socket.write(Buffer.alloc(200_000));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}

describe('an upload to the desk', () => {
  it('is refused before its body is read when nobody is signed in', async () => {
    expect(await answerBeforeTheEnd(newDeskVisitor(url))).toMatch(/^HTTP\/1.1 303 [^]*location: \/desk\/sign-in/i);
  });

  it('is refused before its body is read when the role may not open the section', async () => {
    expect(await answerBeforeTheEnd(editor)).toMatch(/^HTTP\/1.1 403 /);
  });

  it('is refused when the role may not open the section or another site sends it', async () => {
    expect((await editor.post('/desk/stock', stockForm(12, MB))).status).toBe(403);
    expect((await packer.post('/desk/stock', stockForm(12, MB), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('may be larger than any other form', async () => {
    expect((await packer.post('/desk/stock', stockForm(11, 14 * MB))).location).toBe('/desk/stock?done=stockSaved');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(11);
  });

  it('is refused with an explaining page when it is too large, with or without an announced length', async () => {
    const refused = await packer.post('/desk/stock', stockForm(12, 15 * MB));
    expect(refused.status).toBe(413);
    expect(refused.text).toContain('more than 15 MB');
    const long = await packer.post('/desk/stock', { 'quantity-AGUA': '1'.repeat(60_001) });
    expect([long.status, long.text]).toEqual([413, expect.stringContaining('more than 60.000 characters in one')]);
    const sent = new Response(stockForm(12, 15 * MB));
    const type = sent.headers.get('content-type') ?? '';
    const headers = {
      cookie: cookieOf(packer),
      'sec-fetch-site': 'same-origin',
      'content-type': type,
      'transfer-encoding': 'chunked',
    };
    const chunked = await request(url, '/desk/stock', { method: 'POST', headers, body: await sent.bytes() });
    expect(chunked.status).toBe(413);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(11);
  });

  it('gets the same page however large it is', async () => {
    const refused = await packer.post('/desk/stock', stockForm(12, 40 * MB));
    expect(refused.status).toBe(413);
    expect(refused.text).toContain('Make the picture smaller');
  });
});

it('the sign-in refuses a form larger than 64 KiB', async () => {
  const form = new FormData();
  form.append('email', 'rui@example.org');
  form.append('photo', new File([new Uint8Array(MB)], 'photo.jpg'));
  const refused = await newDeskVisitor(url).post('/desk/sign-in', form);
  expect(refused.status).toBe(413);
  expect(refused.text).toContain('The limit is 64 KB');
});

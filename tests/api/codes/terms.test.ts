import { expect, it } from 'vitest';
import { listCodes } from '#src/features/codes/server/code.repository.ts';
import { updateVoucher } from '#src/features/vouchers/server/voucher.repository.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { newVoucher } from '../../support/people/vouchers.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop([{ cod_catalog: 'AGUA', product_name: 'Água de Coco' }]));
const codes = (...args: string[]) => shopHere(['codes', ...args], own.env);

it('the command line adds, lists and ends codes, and says why it refuses one', async () => {
  const added = await codes(
    'add',
    'sommer10',
    '--percent',
    '10',
    '--minimum',
    '30',
    '--products',
    'agua',
    '--uses',
    '5',
  );
  expect([added.code, added.stdout]).toEqual([0, expect.stringContaining('SOMMER10: 10% off, on AGUA, for')]);
  const refusals: [string[], string][] = [
    [['add', 'SOMMER10', '--free-shipping'], 'exists already'],
    [['add', 'GRÜN', '--amount', '5'], '2 to 30 letters'],
    [['add', 'GV-7K3M-Q9XD-2F4T-B8NC', '--amount', '5'], 'Gift vouchers have codes like this'],
    [['add', 'NADA'], 'Name what the code gives'],
    [['add', 'MUITO', '--percent', '100'], 'from 1 to 99'],
    [['add', 'VELHO', '--percent', '5', '--until', '2020-01-01'], 'do not fit'],
    [['add', 'OUTRO', '--percent', '5', '--products', 'AGUA,NO-1'], 'does not know: NO-1'],
    [['end', 'NADA'], 'There is no code NADA'],
  ];
  for (const [args, message] of refusals) {
    const { code, stderr } = await codes(...args);
    expect([code > 0, stderr]).toEqual([true, expect.stringContaining(message)]);
  }
  expect((await codes('list')).stdout).toMatch(/^SOMMER10 {2}on {2}0 of 5 {2}10% off, on AGUA/);
  expect((await codes('end', 'Sommer10')).stdout).toContain('The code is ended.');
  const [listed] = JSON.parse((await codes('list', '--json')).stdout) as [object];
  expect(listed).toMatchObject({ code: 'SOMMER10', state: 'over', minimum: 3000, maxUses: 5, uses: 0 });
});

it('the desk adds and ends codes, and names the field that is wrong', async () => {
  const { url } = await own.serve();
  // All codes are ended, so the shop has none.
  expect((await fetch(`${url}/?code=SOMMER10`)).headers.getSetCookie()).toEqual([]);
  expect((await postCart(url, { lines: [] })).body).not.toHaveProperty('codes');
  const editor = await newStaff(own.ctx, url, 'eva@example.org', 'editor');
  const form = { code: 'natal', kind: 'amount', value: '5,00', scope: 'categories', targets: 'Bebidas' };
  const send = (more: object) => editor.post('/desk/products/codes/new', { ...form, ...more });
  for (const [wrong, message] of [
    [{ value: '0' }, 'Enter an amount above 0'],
    [{ kind: 'percent', value: '5,5' }, 'Enter whole percent'],
    [{ minimum: 'x' }, 'The minimum order is'],
    [{ maxUses: '1.000' }, 'may mean'],
    [{ from: '2099-02-01', until: '2099-01-01' }, 'These days do not fit'],
    [{ targets: '' }, 'Name the products or categories'],
  ] as const) {
    const { status, text } = await send(wrong);
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
  }
  expect((await send({ maxUsesEach: '1' })).location).toContain('done=codeAdded');
  const { text } = await editor.get('/desk/products/codes');
  expect(text).toMatch(/NATAL 5,00\s€ off, on bebidas, at most 1 × for each customer 0 active End/);
  expect((await editor.post('/desk/products/codes', { code: 'NATAL', act: 'end' })).location).toContain('codeEnded');
  expect((await listCodes(own.ctx.db.read)).find(({ code }) => code === 'NATAL')?.endedAt).not.toBeNull();
});

it('a person whose gift voucher is over finds the place for its code, and reads until when it was valid', async () => {
  const { id, code } = await newVoucher(own.ctx, 500);
  await own.ctx.db.write((tx) => updateVoucher(tx, id, { expires_on: '2025-12-31' }));
  // Another server: one asks only every few seconds whether the shop has codes.
  const { url } = await own.serve();
  expect((await postCart(url, { lines: [] })).body).toMatchObject({ codes: true });
  const lines = [{ productId: (await idsOf(own.ctx)).AGUA, quantity: 1 }];
  const [problem] = (await postCart(url, { lines, code })).body.problems;
  expect(problem).toMatchObject({ code: 'voucher_expired', detail: expect.stringContaining('2025') });
});

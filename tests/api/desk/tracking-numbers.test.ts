import { beforeAll, expect, it, describe } from 'vitest';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import type { DeskVisitor } from '../../support/people/desk-visitor.ts';
import type { Code } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';

const own = forFile(deskShop);
let ana: Buyer;
let packer: DeskVisitor;

beforeAll(async () => {
  ({ packer } = own);
  ana = await newBuyer(own.ctx, own.server.url);
});

const buy = (cart: Partial<Record<Code, number>>, buyer = ana) => own.buy(cart, {}, buyer);

describe('a tracking number', () => {
  const handOver = (number: string, tracking: string, more: Record<string, string> = {}) =>
    packer.post(`/desk/orders/${number}`, { act: 'handOver', carrier: 'dhl', tracking, ...more });
  const bulk = (typed: Record<string, string>) => {
    const fields = Object.fromEntries(
      Object.entries(typed).map(([number, tracking]) => [`tracking-${number}`, tracking]),
    );
    return packer.post('/desk/orders/bulk', {
      act: 'handOver',
      carrier: 'dhl',
      confirmed: 'yes',
      order: Object.keys(typed),
      ...fields,
    });
  };
  const mailsAbout = async (tracking: string) =>
    (
      await own.ctx.db.read
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', 'shipped')
        .where('text', 'like', `%${tracking}%`)
        .execute()
    ).length;

  it('is refused for another buyer’s order and accepted for a second order of the same buyer', async () => {
    const eva = await newBuyer(own.ctx, own.server.url);
    const [mine, also, hers] = [await buy({ AGUA: 1 }), await buy({ AGUA: 1 }), await buy({ AGUA: 1 }, eva)];
    for (const number of [mine, also]) expect((await handOver(number, '00340434161094000014')).status).toBe(303);
    const refused = await handOver(hers, '0034 0434 1610 9400 0014');
    expect(refused).toMatchObject({
      status: 400,
      text: expect.stringContaining(`Another parcel has this tracking number: order ${mine}`),
    });
    expect(await mailsAbout('00340434161094000014')).toBe(2);
    const cli = await shopHere(
      ['orders', 'hand-over', hers, '--carrier', 'dhl', '--tracking', '00340434161094000014'],
      own.env,
    );
    expect(cli.stderr).toContain(`another parcel has this number, of order ${mine}`);
    expect(await own.stateOf(hers)).toMatchObject({ delivery_status: 'in_separation' });
  });

  it('is sent to neither buyer when it was typed for two at once', async () => {
    const eva = await newBuyer(own.ctx, own.server.url);
    const [mine, hers] = [await buy({ AGUA: 1 }), await buy({ AGUA: 1 }, eva)];
    const refused = await bulk({ [mine]: '00340434161094000021', [hers]: '0034-0434-1610-9400-0021' });
    expect(refused.text).toContain('0 of 2 done');
    expect(refused.text).toContain('This number was typed for several buyers');
    for (const number of [mine, hers]) expect(refused.html).toContain(`name="tracking-${number}"`);
    expect(await mailsAbout('00340434161094000021')).toBe(0);
  });

  it('with a wrong check digit is accepted only after a person has compared it', async () => {
    const [one, other] = [await buy({ AGUA: 1 }), await buy({ AGUA: 1 })];
    const asked = await handOver(one, '00340434161094000039');
    expect(asked).toMatchObject({
      status: 400,
      text: expect.stringContaining('The check digit of 00340434161094000039 does not match'),
    });
    expect(asked.html).toContain('name="sure"');
    expect((await handOver(one, '00340434161094000039', { sure: 'yes' })).status).toBe(303);
    const many = await bulk({ [other]: '00340434161094000046' });
    expect(many.html).toContain(`name="sure-${other}"`);
    const cli = (...more: string[]) =>
      shopHere(
        ['orders', 'hand-over', other, '--carrier', 'dhl', '--tracking', '00340434161094000046', ...more],
        own.env,
      );
    expect((await cli()).stderr).toContain('add --sure');
    expect((await cli('--sure')).code).toBe(0);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, newBuyer, type Buyer } from '../../support/people/buyer.ts';
import type { DeskVisitor } from '../../support/people/desk-visitor.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(deskShop);
let ana: Buyer;
let packer: DeskVisitor;

beforeAll(async () => {
  ({ packer } = own);
  ana = await newBuyer(own.ctx, own.server.url);
});

const buy = (more = {}, buyer = ana) => own.buy({ AGUA: 1 }, more, buyer);
/** An order whose payment PayPal still checks. */
async function unpaid(): Promise<string> {
  const number = await buy();
  await own.ctx.db.write((tx) =>
    tx.updateTable('orders').set({ payment_status: 'pending' }).where('order_number', '=', number).execute(),
  );
  return number;
}

describe('the file for a carrier’s portal', () => {
  const { name, postal_code, city } = ADDRESS;
  const station = {
    kind: 'packstation',
    name,
    station: '123',
    post_number: '12345678',
    postal_code,
    city,
    country: 'DE',
  };

  it('has the ticked parcels that can go, and the page names every other one with its reason', async () => {
    const [home, point, waiting] = [await buy(), await buy({ shipping: station }), await unpaid()];
    const orders = [home, point, waiting, '0000-0000'];
    const { location } = await packer.get(
      `/desk/orders/bulk?${new URLSearchParams([['act', 'carrierFile'], ...orders.map((order) => ['order', order])])}`,
    );
    const dhl = await packer.get(location);
    expect(dhl.text).toContain('2 parcels are in the file for DHL.');
    expect(dhl.text).toContain(`${waiting} The payment is not confirmed yet`);
    expect(dhl.text).toContain('0000-0000 Not found.');
    const dpd = await packer.get(`${location}&carrier=dpd`);
    expect(dpd.text).toContain('1 parcel is in the file for DPD.');
    expect(dpd.text).toContain(`${point} DPD does not deliver to Packstations`);

    const file = await packer.get(`/desk/orders/carrier-file.csv?orders=${orders.join(',')}&carrier=dhl`);
    const [head, first, second, ...more] = new TextDecoder('windows-1252').decode(file.bytes).split('\r\n');
    expect(head).toMatch(/^Sendungsreferenz;Sendungsdatum;/);
    expect(first).toContain(`;Ana Müller;;Rosenweg;7a;04109;Leipzig;DEU;`);
    expect([first!.startsWith(home), second!.startsWith(point), more]).toEqual([true, true, ['']]);
    expect(second).toContain(';12345678;Packstation;123;');
  });

  it('is written by the command line, which fails for a parcel that is missing in it', async () => {
    const [home, waiting] = [await buy(), await unpaid()];
    const out = path.join(own.ctx.config.dataDir, 'gls.csv');
    const cli = await shopHere(['orders', 'file', 'gls', home, waiting, '--out', out], own.env);
    expect(cli).toMatchObject({ code: 1, stdout: `${home}: ${out}\n` });
    expect(cli.stderr).toContain(`${waiting} is payment_pending`);
    expect(readFileSync(out, 'latin1').split('\r\n')).toHaveLength(3);
  });

  it('has one line for orders that travel together, with the weight of all', async () => {
    const [first, second] = [await buy(), await buy()];
    await own.ctx.db.write((tx) =>
      tx
        .updateTable('checkouts')
        .set((row) => ({ ships_with: row.selectFrom('orders').select('id').where('order_number', '=', first) }))
        .where('id', 'in', (row) => row.selectFrom('orders').select('checkout_id').where('order_number', '=', second))
        .execute(),
    );
    const file = await packer.get(`/desk/orders/carrier-file.csv?orders=${second},${first}&carrier=dhl`);
    const [head, line, ...more] = new TextDecoder('windows-1252').decode(file.bytes).split('\r\n');
    const weight = line!.split(';')[head!.split(';').indexOf('Gewicht')];
    expect([line!.startsWith(first), weight, more]).toEqual([true, '1,10', ['']]);
  });
});

describe('a list of tracking numbers', () => {
  const PATH = '/desk/orders/tracking-list';
  const upload = (content: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.append('list', new File([content], 'export.csv'));
    form.append('carrier', 'dhl');
    return packer.post(PATH, form);
  };
  const boxes = (html: string) =>
    [...html.matchAll(/name="line" value="([^"]+)"( checked)?/g)].map(([, value = '', ticked]) => ({
      value,
      isTicked: Boolean(ticked),
    }));
  const mailsAbout = async (number: string) =>
    (
      await own.ctx.db.read
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', 'shipped')
        .where('text', 'like', `%${number}%`)
        .execute()
    ).length;

  it('hands over what a person confirms, once, and says what each other line does not do', async () => {
    const eva = await newBuyer(own.ctx, own.server.url);
    const [mine, mistyped, hers, waiting] = [await buy(), await buy(), await buy({}, eva), await unpaid()];
    const list = [
      'Empfänger;Sendungsnummer;Sendungsreferenz',
      `Müller;00340434161094000014;${mine}`,
      `Müller;00340434161094000039;${mistyped}`,
      `Souza;00340434161094000014;${hers}`,
      `Müller;00340434161094000021;${waiting}`,
      'Müller;00340434161094000021;0000-0000',
    ].join('\r\n');
    const read = await upload(Uint8Array.from(Buffer.from(list, 'latin1')));
    expect(boxes(read.html)).toEqual([
      { value: `${mine} 00340434161094000014 dhl`, isTicked: true },
      { value: `${mistyped} 00340434161094000039 dhl`, isTicked: false },
    ]);
    for (const part of [
      'typed for several buyers',
      'The payment is not confirmed yet',
      '0000-0000 00340434161094000021',
    ])
      expect(read.text).toContain(part);
    expect(await own.stateOf(mine)).toMatchObject({ delivery_status: 'in_separation' });

    const confirm = () => packer.post(PATH, { act: 'handOver', line: boxes(read.html).map(({ value }) => value) });
    expect((await confirm()).location).toContain('done=bulkHandedOver&count=2');
    expect((await confirm()).text).toContain('0 of 2 done');
    expect(await own.stateOf(mine)).toMatchObject({ delivery_status: 'with_carrier' });
    expect(await mailsAbout('00340434161094000014')).toBe(1);

    const again = await upload(list);
    expect(boxes(again.html)).toEqual([]);
    expect(again.text).toContain('Already handed over with this number.');
    expect(again.text).toContain(`Another parcel has this tracking number: order ${mine}`);
    const other = await packer.post(PATH, { lines: `${mine} 00340434161094000021`, carrier: 'dhl' });
    expect(other.text).toContain('The parcel left with the number 00340434161094000014');
  });

  it('is read by the command line, which asks before it hands over', async () => {
    const number = await buy();
    const file = path.join(own.ctx.config.dataDir, 'numbers.csv');
    writeFileSync(file, `${number};01234567890123;DPD\n`);
    const run = (...more: string[]) => shopHere(['orders', 'tracking', file, ...more], own.env);
    const asked = await run();
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('Write --yes') });
    expect(asked.stdout).toContain('will be handed over.');
    expect(await own.stateOf(number)).toMatchObject({ delivery_status: 'in_separation' });
    expect((await run('--yes')).stdout).toContain(`${number}: with_carrier`);
    expect((await run('--yes')).stdout).toContain('There is nothing to hand over.');
  });
});

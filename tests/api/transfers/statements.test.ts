import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { writeContent } from '../../support/shops/own-content.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { camt } from '../../support/data/statements.ts';
import { IBAN, transferShop } from '../../support/shops/transfer-shop.ts';
import { actOnTransfers, orderByTransfer, orderRow, type Placed } from '../../support/people/transfer-buyer.ts';

const own = forFile(transferShop);
let desk: DeskVisitor;

beforeAll(async () => {
  desk = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'owner', 'de-DE');
});

describe('a bank statement at the desk', () => {
  const PATH = '/desk/money/transfers/statement';
  const upload = (content: string, name = 'auszug.xml') => {
    const form = new FormData();
    form.append('statement', new File([content], name));
    return desk.post(PATH, form);
  };
  const boxes = (html: string) =>
    [...html.matchAll(/name="book" value="([^"]+)"( checked)?/g)].map(([, value = '', isTicked]) => ({
      value,
      isTicked: Boolean(isTicked),
    }));

  it('books what the owner ticks, once, and stores nothing else', async () => {
    const [named, guessed, short] = [newGuest(own.server.url), newGuest(own.server.url), newGuest(own.server.url)];
    const [first, second, third] = [
      await orderByTransfer(own, named),
      await orderByTransfer(own, guessed, 3),
      await orderByTransfer(own, short, 4),
    ];
    const day = germanDay(own.ctx.now().toISOString());
    const line = { day, amount: '14.98', name: 'Ana Müller', text: first.orderNumber };
    const statement = camt([
      line,
      { ...line, amount: '19.97', text: 'danke' },
      { ...line, amount: '1.00', text: third.orderNumber },
      { ...line, amount: '77.77', text: 'Miete' },
    ]);
    const read = await upload(statement);
    expect(read.status).toBe(200);
    for (const part of ['Bezahlt', 'Wahrscheinlich bezahlt', 'Es fehlen 23,96 €', '1 Eingang gehört zu keiner'])
      expect(read.text.replaceAll('\u00a0', ' ')).toContain(part);
    const [certain, likely] = boxes(read.html);
    expect(certain).toMatchObject({ isTicked: true, value: expect.stringContaining(first.orderNumber) });
    expect(likely).toMatchObject({ isTicked: false, value: expect.stringContaining(second.orderNumber) });
    expect(await orderRow(own, first.orderNumber)).toMatchObject({ payment_status: 'pending' });

    const book = (value = certain!.value) => desk.post(PATH, { act: 'book', book: [value, likely!.value] });
    // As the version before sent it.
    expect((await book(certain!.value.replace(` ${day} `, ' '))).text).toContain('wurde vor einem Update geöffnet');
    expect((await book()).location).toContain('done=statementBooked&count=2');
    expect((await book()).location).toContain('count=0');
    for (const { orderNumber } of [first, second])
      expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'paid' });
    expect(await orderRow(own, third.orderNumber)).toMatchObject({ payment_status: 'pending' });
    const received = (await mailsTo(own.ctx, named.email)).filter(({ kind }) => kind === 'paymentReceived');
    expect(received).toHaveLength(1);

    // The same file again, and a second transfer for the same order.
    const again = await upload(
      camt([line, { ...line, amount: '19.97', text: 'danke' }, { ...line, day: addDays(day, 1) }]),
    );
    expect(boxes(again.html)).toEqual([]);
    expect(again.text).toContain('2 Eingänge sind schon gebucht');
    expect(again.text).toContain('Noch einmal bezahlt');
  });

  it('counts in the month of the bank’s booking in Germany, on the money page and in DATEV’s file', async () => {
    const today = germanDay(own.ctx.now().toISOString());
    const first = `${today.slice(0, 7)}-01`;
    const last = addDays(first, -1);
    const ordered = async (units: number) => {
      const placed = await orderByTransfer(own, newGuest(own.server.url), units);
      const ordered_at = `${addDays(last, -2)}T12:00:00.000Z`;
      await own.ctx.db.read
        .updateTable('orders')
        .set({ ordered_at })
        .where('order_number', '=', placed.orderNumber)
        .execute();
      return placed.orderNumber;
    };
    const [before, after] = [await ordered(5), await ordered(6)];
    const line = { day: last, amount: '29.95', name: 'Ana Müller', text: before };
    const [box] = boxes((await upload(camt([line]))).html);
    await desk.post(PATH, { act: 'book', book: [box!.value] });
    for (const day of [addDays(today, 1), addDays(last, -3), 'gestern'])
      expect(await actOnTransfers(desk, 'transferArrived', { order: after, day })).toContain('zwischen Bestellung und');
    expect(await actOnTransfers(desk, 'transferArrived', { order: after, day: first })).toContain('done=');

    const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-days-'));
    writeContent(root, { 'consultant:\n  client:': 'consultant: 29098\n  client: 55003' });
    const ordersIn = async (month: string) => {
      const env = { ...own.env, CONTENT_DIR: root };
      await shopHere(['orders', 'datev', '--month', month, '--folder', root], env);
      const file = readFileSync(path.join(root, `EXTF_Buchungsstapel_${month}.csv`), 'latin1');
      const { text } = await desk.get(`/desk/money?month=${month}`);
      return [file, text].map((shown) => [before, after].filter((number) => shown.includes(number)));
    };
    expect(await ordersIn(last.slice(0, 7))).toEqual([[before], [before]]);
    expect(await ordersIn(first.slice(0, 7))).toEqual([[after], [after]]);
    rmSync(root, { recursive: true });
  });

  it('knows the account for a refund, which a transfer file for the bank then pays once', async () => {
    const guests = [newGuest(own.server.url), newGuest(own.server.url)];
    const [first, second] = [await orderByTransfer(own, guests[0]!), await orderByTransfer(own, guests[1]!)];
    const day = germanDay(own.ctx.now().toISOString());
    const line = { day, amount: '14.98', name: 'Jörg & Eva Müller', text: first.orderNumber };
    const [box] = boxes((await upload(camt([line]))).html);
    await desk.post(PATH, { act: 'book', book: [box!.value.replace('&amp;', '&')] });
    await actOnTransfers(desk, 'transferArrived', { order: second.orderNumber });
    const refund = async ({ orderNumber }: Placed, amount: string) => {
      const wish = { what: 'amount', amount, confirmed: amount.replace(',', '') };
      await desk.post(`/desk/orders/${orderNumber}/refund`, wish);
      return (await waiting()).find((each) => each.orderNumber === orderNumber)!;
    };
    const waiting = async () =>
      JSON.parse((await shopHere(['transfers', 'list', '--json'], own.env)).stdout) as Record<
        'orderNumber' | 'iban' | 'file' | 'name',
        string | null
      >[];
    const refundOf = async ({ checkoutId }: Placed) =>
      (
        await own.ctx.db.read
          .selectFrom('refunds as r')
          .innerJoin('payments as p', 'p.capture_id', 'r.capture_id')
          .select('r.request_id')
          .where('p.checkout_id', '=', checkoutId)
          .orderBy('r.created_at', 'desc')
          .executeTakeFirstOrThrow()
      ).request_id;
    const isIn = async ({ orderNumber }: Placed) =>
      (await waiting()).find((each) => each.orderNumber === orderNumber)?.file ?? null;
    expect(await refund(first, '10,00')).toMatchObject({ iban: 'DE02120300000000202051', name: line.name, file: null });
    expect(await refund(second, '14,98')).toMatchObject({ iban: null });

    expect(await actOnTransfers(desk, 'fileMake', {})).toContain('done=fileMade&count=1');
    const file = (await isIn(first))!;
    expect(await isIn(second)).toBeNull();
    const load = async () => (await desk.get(`/desk/money/transfers/refunds.xml?file=${file}`)).html;
    const xml = await load();
    for (const part of [
      'pain.001.001.09',
      `<MsgId>${file}</MsgId>`,
      '<NbOfTxs>1</NbOfTxs><CtrlSum>10.00</CtrlSum>',
      '<Cdtr><Nm>Joerg + Eva Mueller</Nm></Cdtr><CdtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></CdtrAcct>',
      `<IBAN>${IBAN}</IBAN>`,
      `<Ustrd>Erstattung ${first.orderNumber}</Ustrd>`,
    ])
      expect(xml).toContain(part);
    expect(await load()).toBe(xml);
    // Nothing that is in a file gets into another one, or to another account.
    expect(await actOnTransfers(desk, 'fileMake', {})).toContain('nicht schon in einer Datei');
    expect(await actOnTransfers(desk, 'refundTakeBack', { refund: await refundOf(first) })).toContain(
      'in einer Überweisungsdatei',
    );
    await refund(first, '4,98');
    const typed = { refund: await refundOf(first), iban: IBAN };
    expect(await actOnTransfers(desk, 'refundAccount', typed)).not.toContain('done=');
    expect(await load()).toBe(xml);

    // An account that the statement did not name is typed.
    const owed = await refundOf(second);
    expect(await actOnTransfers(desk, 'refundAccount', { refund: owed, iban: 'DE00' })).toContain('keine gültige IBAN');
    expect(
      await actOnTransfers(desk, 'refundAccount', { refund: owed, iban: 'DE89 3704 0044 0532 0130 00' }),
    ).toContain('done=');

    // The bank did not take the file: its refund goes into another one, with the one that was typed.
    expect(await actOnTransfers(desk, 'fileDiscard', { file })).toContain('done=fileDiscarded&count=1');
    const written = await shopHere(['transfers', 'file', '--folder', os.tmpdir()], own.env);
    const other = (await isIn(second))!;
    expect(written.stdout).toContain(`${other}.xml`);
    rmSync(path.join(os.tmpdir(), `${other}.xml`));
    expect(await isIn(first)).toBe(other);
    expect(await shopHere(['transfers', 'done', file], own.env)).toMatchObject({ code: 1 });
    expect(await actOnTransfers(desk, 'fileDone', { file: other })).toContain('done=fileDone&count=3');
    expect(await actOnTransfers(desk, 'fileDone', { file: other })).toContain('count=0');
    expect([await isIn(first), await isIn(second)]).toEqual([null, null]);
    for (const { orderNumber } of [first, second])
      expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'refunded' });
  });

  it('answers a file that is none in one clear sentence', async () => {
    for (const [content, sentence] of [
      ['<html></html>', 'kein Kontoauszug'],
      ['PK\u0003\u0004', 'Zip-Archiv'],
      ['a;b\n1;2', 'fehlen Spalten'],
      ['Buchungstag;Betrag;Verwendungszweck\n25.11.2026;x;y', 'Zeile 2'],
    ] as const) {
      const answer = await upload(content);
      expect(answer.status, content).toBe(400);
      expect(answer.text, content).toContain(sentence);
    }
    expect((await desk.post(PATH, { act: 'book' })).text).toContain('Es war nichts angekreuzt');
    expect((await desk.post(PATH, { act: 'book', book: 'x' })).text).toContain('Es wurde nichts gebucht');
    expect((await desk.post(PATH, new FormData())).text).toContain('Wählen Sie eine Datei aus');
  });
});

import { randomUUID } from 'node:crypto';
import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { findShippedMails } from '#src/features/orders/server/mails/shipment-mail.ts';
import { findWithdrawalsOf } from '#src/features/orders/server/order-record.repository.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { findOpenCasesOf, insertWithdrawal } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import type { Reader } from '#src/server/db/database.ts';
import { writeMail } from '../../support/outside/outbox.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { freshShop } from '../../support/shops/fresh-shop.ts';

const own = forFile(() => freshShop());
const ORDERED = '2026-11-01T08:00:00.000Z';
const order = { id: randomUUID(), orderNumber: 'K7QF-3MXA', orderedAt: ORDERED } as StoredOrder;

/** How the database reads what an act asks for. */
async function plansOf(act: (db: Reader) => Promise<unknown>): Promise<string[]> {
  const { read } = own.ctx.db;
  const asked: CompiledQuery[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      asked.push(read.getExecutor().compileQuery(node, { queryId: 'recorded' } as never));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await act(read.withPlugin(recorder));
  return own.ctx.db.write(async (tx) => {
    const isPostgres = own.ctx.db.engine === 'postgres';
    // PostgreSQL reads small tables whole, whatever indexes they have.
    if (isPostgres) await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'));
    const plans = asked.map(({ sql, parameters }) =>
      tx.executeQuery(CompiledQuery.raw(`explain ${isPostgres ? '' : 'query plan '}${sql}`, [...parameters])),
    );
    return (await Promise.all(plans)).flatMap(({ rows }) => rows.map((row) => JSON.stringify(row)));
  });
}

it('the record of an order reads withdrawals and mails about parcels by an index, and no table whole', async () => {
  const plans = await plansOf(async (db) => {
    await findWithdrawalsOf(db, order);
    await findOpenCasesOf(db, [order.id]);
    await findShippedMails(db, [order, { ...order, id: randomUUID() }]);
  });
  const ofTables = plans.filter((plan) => /\b(?:withdrawals|outbox|SCAN w|SEARCH w)\b/.test(plan));
  expect(ofTables.length).toBeGreaterThan(0);
  expect(ofTables.filter((plan) => /"SCAN |Seq Scan/.test(plan))).toEqual([]);
});

it('an order has the withdrawals that name it in any spelling, and the mails about its parcels', async () => {
  const declared = {
    ...{ name: 'Ana Müller', email: 'ana@kunde.example', part: '', verified: 0, locale: 'de-DE' as const },
    ...{ order_id: null, goods_back_at: null, closed_as: null, closed_at: null, closed_reason: null },
    reminded_at: null,
  } as const;
  const named = ['k7qf 3mxa', 'WQB6-34YS und K7QF-3MXA', 'WQB6-34YS'];
  for (const [at, order_number] of named.entries())
    await own.ctx.db.write((tx) =>
      insertWithdrawal(tx, {
        ...{ ...declared, id: randomUUID(), order_number },
        created_at: `2026-11-0${3 - at}T08:00:00.000Z`,
      }),
    );
  const found = await findWithdrawalsOf(own.ctx.db.read, order);
  expect(found.map(({ order_number }) => order_number)).toEqual([named[1], named[0]]);
  const [first, second] = [`shipped-${order.id}`, `shipped-${order.id}-p2-dhl-00340434161094015902`];
  for (const id of [first, second, `shipped-${randomUUID()}`]) await writeMail(own.ctx, { id, kind: 'shipped' });
  expect((await findShippedMails(own.ctx.db.read, [order])).toSorted()).toEqual([first, second]);
});

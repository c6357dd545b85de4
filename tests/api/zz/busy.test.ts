import { it } from 'vitest';
import { stockedShop } from '../../support/stocked-shop.ts';
it('busy', async () => {
  const own = await stockedShop([{ cod_catalog: 'BEB-001' }]);
  let free = () => {};
  const held = own.ctx.db.write(async (tx) => { await own.ctx.db.lock(tx, 'catalogue'); await tx.updateTable('settings').set({ value: 'x' }).execute(); await new Promise<void>((r) => (free = r)); });
  const timer = setTimeout(() => free(), 12000);
  const t0 = Date.now();
  const r = await own.import([{ cod_catalog: 'BEB-002' }]);
  console.log(Date.now() - t0, r);
  free(); clearTimeout(timer); await held;
  await own.dispose();
});

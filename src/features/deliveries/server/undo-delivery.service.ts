/** Takes back a delivery that was booked by mistake, once, while all of its units can still be sold. */
import { lotKey } from '#src/features/catalogue/lots/lot-key.ts';
import { findLots } from '#src/features/catalogue/server/lots/lots.repository.ts';
import { changeStock, lockQuantities } from '#src/features/catalogue/server/stock.repository.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { Refused, unlessRefused } from '#src/server/db/refused.ts';
import type { DeliveryRow } from '#src/server/db/tables/deliveries.ts';
import type { Result } from '#src/shared/result.ts';
import * as repository from './delivery.repository.ts';

export type UndoRefusal =
  | { kind: 'delivery_undone'; delivery: DeliveryRow }
  /** Some of the units are sold, packed, counted away, past their date, or offered for less. */
  | { kind: 'delivery_gone'; values: { code: string; units: number; left: number } }
  /** Somebody has corrected the stock since, so the mistake may be corrected already. */
  | { kind: 'delivery_counted'; values: { code: string } };

const refuse = (refusal: UndoRefusal): never => {
  throw new Refused(refusal);
};

/** Afterwards the same delivery note can be booked again. */
export const undoDelivery = (ctx: Context, { id }: DeliveryRow): Promise<Result<undefined, UndoRefusal>> =>
  unlessRefused(() =>
    ctx.db.write(async (tx) => {
      const by = { undone_at: ctx.now().toISOString(), undone_by: ctx.actor?.who ?? null };
      const isFirst = await repository.markUndone(tx, id, by);
      const delivery = (await repository.findDelivery(tx, id))!;
      if (!isFirst) refuse({ kind: 'delivery_undone', delivery });
      const lines = await repository.findDeliveryLines(tx, id);
      const stored = await lockQuantities(
        ctx.db,
        tx,
        lines.map(({ code }) => code),
      );
      for (const line of lines) {
        const { code, units, lot, bestBefore } = line;
        const product = stored.get(code);
        const left = product ? await unitsLeft(tx, product, line) : 0;
        if (!product || left < units) refuse({ kind: 'delivery_gone', values: { code, units, left } });
        if (await repository.isCountedSince(tx, product!.id, id))
          refuse({ kind: 'delivery_counted', values: { code } });
        product!.quantity -= units;
        await changeStock(
          ctx,
          tx,
          code,
          { add: -units },
          { reason: 'delivery_undone', deliveryId: id, ...((lot || bestBefore) && { lot: { lot, bestBefore } }) },
        );
      }
      const { supplier, note, units } = delivery;
      const after = { supplier, deliveryNote: note, units };
      await recordAct(ctx, tx, { act: 'shop.deliveryUndo', subject: 'shop', id: 'delivery', after });
      return undefined;
    }),
  );

/** Units of the line's lot that can be sold; for a line without one, those of no known lot. */
async function unitsLeft(
  tx: Writer,
  { id, quantity }: { id: number; quantity: number },
  { lot, bestBefore }: { lot: string; bestBefore: string },
): Promise<number> {
  const lots = await findLots(tx, [id]);
  const own = lots.find((one) => lotKey(one.lot) === lotKey(lot) && one.bestBefore === bestBefore);
  const inLots = lots.reduce((sum, { units }) => sum + units, 0);
  return lot || bestBefore ? Math.min(quantity, own?.units ?? 0) : Math.max(0, quantity - inLots);
}

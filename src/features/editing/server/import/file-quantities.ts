import type { Writer } from '#src/server/db/database.ts';
import { type ImportedProduct } from '../catalogue-read.repository.ts';
import { recordFileQuantity } from '../catalogue-write.repository.ts';

/** A quantity that was edited in the files, which changes no stock. */
export interface QuantityEdit {
  code: string;
  /** The files' quantity at the last import, and now. */
  before: number;
  units: number;
  /** The shop's stock. */
  stock: number;
}

/** A product and its quantity in the files; undefined: none. */
export interface FileQuantity {
  code: string;
  units: number | undefined;
}

/** Records the files' quantities for the next import, and returns those that were edited and differ from the stock. */
export async function recordQuantities(
  tx: Writer,
  named: FileQuantity[],
  known: ReadonlyMap<string, ImportedProduct>,
): Promise<QuantityEdit[]> {
  const edits = named.flatMap(({ code, units }) => {
    const row = known.get(code);
    return row && units !== undefined && row.file_quantity !== units
      ? [{ row, code, before: row.file_quantity, units, stock: row.quantity_available }]
      : [];
  });
  for (const [units, same] of Map.groupBy(edits, (edit) => edit.units))
    await recordFileQuantity(
      tx,
      same.map(({ row }) => row.id),
      units,
    );
  // Before the first import of this release nothing was recorded, so no edit is known.
  return edits.flatMap(({ code, before, units, stock }) =>
    before === null || units === stock ? [] : [{ code, before, units, stock }],
  );
}

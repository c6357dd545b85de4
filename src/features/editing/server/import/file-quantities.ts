import type { Writer } from '#src/server/db/database.ts';
import { noteFileQuantity, type ImportedProduct } from '../catalogue-write.repository.ts';

/** A quantity that was edited in the files, which changes no stock. */
export interface QuantityEdit {
  code: string;
  /** What the files named at the last import, and name now. */
  before: number;
  units: number;
  /** What the shop has. */
  stock: number;
}

/** A product and the units that the files name; undefined: none. */
export interface FileQuantity {
  code: string;
  units: number | undefined;
}

/** Notes the quantities of the files for the next import, and answers which were edited and are not the stock anyway. */
export async function noteQuantities(
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
    await noteFileQuantity(
      tx,
      same.map(({ row }) => row.id),
      units,
    );
  // Before the first import of this version nothing was noted, so nothing is known to be an edit.
  return edits.flatMap(({ code, before, units, stock }) => (before === null || units === stock ? [] : [{ code, before, units, stock }]));
}

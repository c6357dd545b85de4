/** Which line of a parcel a scanned code means. Pure rules. */
import type { Gs1Code } from '#src/features/catalogue/lots/gs1.ts';
import { lotKey } from '#src/features/catalogue/lots/lot-key.ts';
import type { LotName } from '#src/features/catalogue/server/lots/lots.repository.ts';

export interface ScanLine {
  ean: string;
  isTicked: boolean;
  /** The lots from which the line can be packed, as `writeLots` writes them. */
  lots: string;
}

/** For an attribute of the line. */
export const writeLots = (lots: readonly LotName[]): string =>
  lots.map(({ lot, bestBefore }) => `${lotKey(lot)}\t${bestBefore}`).join('\n');

const readLots = (lots: string) => (lots === '' ? [] : lots.split('\n').map((line) => line.split('\t')));

function canBeOf({ lots }: ScanLine, { lot, bestBefore }: Gs1Code): boolean {
  if (lot === '' && bestBefore === '') return false;
  return readLots(lots).some(
    ([key, date]) => (lot === '' || key === lotKey(lot)) && (bestBefore === '' || date === '' || date === bestBefore),
  );
}

/**
 * A product that is in a set, too, or that is sold for less shortly before its date, has several lines with one code.
 * 'several': the lines have different goods, and the code fits all of them.
 */
export function lineOf<L extends ScanLine>(lines: readonly L[], code: Gs1Code): L | 'several' | undefined {
  const own = lines.filter(({ ean }) => ean !== '' && ean === code.ean);
  const open = own.filter(({ isTicked }) => !isTicked);
  const fitting = open.filter((line) => canBeOf(line, code));
  // The one with the fewest lots has no others to choose from.
  if (fitting.length > 0) return fitting.sort((a, b) => readLots(a.lots).length - readLots(b.lots).length)[0];
  return new Set(open.map(({ lots }) => lots)).size > 1 ? 'several' : (open[0] ?? own[0]);
}

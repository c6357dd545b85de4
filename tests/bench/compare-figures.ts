/** Figures of a table's cell or of a sentence: `1.43 (1.35–1.44)` has its median first, `9 ms, 3.8 KiB` has two. */
const NUMBER = /(?<![\w.])\d[\d,]*(?:\.\d+)?/g;
/** More of these is better: a rate, or the scores of Lighthouse. */
const MORE_IS_BETTER = /\/s$|a second$|^performance,/;
/** Columns that describe a row or a goal, and measure nothing of the shop. */
const NO_MEASUREMENT = /^(?:buyers|shops|pages|pages changed|files|goal ms|bare database, orders\/s)$/;
/** Columns that distinguish rows with the same first cell. */
const KEYS = /^(?:buyers|shops)$/;
/** What became worse by more than half is named. */
const MOST = 1.5;

interface Figure {
  numbers: number[];
  moreIsBetter: boolean;
}

const numbersIn = (text: string): number[] =>
  [...text.replaceAll(/\([^)]*\)/g, '').matchAll(NUMBER)].map(([digits]) => Number(digits.replaceAll(',', '')));

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** All figures of a part's text by row and column, or by the sentence without its numbers. */
function figuresOf(text: string): Map<string, Figure> {
  const figures = new Map<string, Figure>();
  let columns: string[] = [];
  // The first line names the machine and its load.
  for (const line of text.trim().split('\n').slice(1)) {
    if (!line.startsWith('|')) {
      columns = [];
      figures.set(line.replaceAll(NUMBER, '…'), { numbers: numbersIn(line), moreIsBetter: false });
    } else if (columns.length === 0) columns = cellsOf(line);
    else if (!line.startsWith('|--')) {
      const cells = cellsOf(line);
      const row = cells.filter((_cell, at) => at === 0 || KEYS.test(columns[at]!)).join(', ');
      for (const [at, name] of columns.entries())
        if (at > 0 && !NO_MEASUREMENT.test(name))
          figures.set(`${columns[0]} | ${row} | ${name}`, {
            numbers: numbersIn(cells[at] ?? ''),
            moreIsBetter: MORE_IS_BETTER.test(name),
          });
    }
  }
  return figures;
}

/** The figures of a part that are worse by more than half than those of its last recorded run. */
export function worsened(before: string, after: string): string[] {
  const last = figuresOf(before);
  return [...figuresOf(after)].flatMap(([name, { numbers, moreIsBetter }]) =>
    numbers.flatMap((now, at) => {
      const then = last.get(name)?.numbers[at];
      if (then === undefined) return [];
      const isWorse = moreIsBetter ? now * MOST < then : now > then * MOST;
      return isWorse ? [`${name}: ${then} → ${now}`] : [];
    }),
  );
}

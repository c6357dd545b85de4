import { blocksSale } from '#src/features/catalogue/gap.ts';
import type { IncompleteProduct } from './list-gaps.ts';

/** What the catalogue lacks before it may be sold, as a person would ask for it: one entry for each request. */
export interface GapSummary {
  columns: string[];
  ask: string;
  /** How many products lack it. */
  products: number;
}

/** The facts without which products must not be sold, those of most products first. */
export function summariseGaps(incomplete: readonly IncompleteProduct[]): GapSummary[] {
  const blocking = incomplete.flatMap(({ code, gaps }) => gaps.filter(blocksSale).map((gap) => ({ code, ...gap })));
  return [...Map.groupBy(blocking, ({ ask }) => ask)]
    .map(([ask, gaps]) => ({
      columns: [...new Set(gaps.map(({ column }) => column))],
      ask,
      products: new Set(gaps.map(({ code }) => code)).size,
    }))
    .sort((a, b) => b.products - a.products);
}

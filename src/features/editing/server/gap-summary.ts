import type { GapLevel } from '#src/features/catalogue/gap.ts';
import { requestOf } from './gap-request.ts';
import type { IncompleteProduct } from './list-gaps.ts';

/** The catalogue's gaps as requests: one entry for each request. */
export interface GapSummary {
  columns: string[];
  ask: string;
  /** The number of products with the gap. */
  products: number;
}

/** The missing facts of a level, most frequent first. */
export function summariseGaps(incomplete: readonly IncompleteProduct[], level: GapLevel): GapSummary[] {
  const open = incomplete.flatMap(({ code, gaps }) =>
    gaps.filter((gap) => gap.level === level).map((gap) => ({ code, ...gap })),
  );
  return [...Map.groupBy(open, requestOf)]
    .map(([ask, gaps]) => ({
      columns: [...new Set(gaps.map(({ column }) => column))],
      ask,
      products: new Set(gaps.map(({ code }) => code)).size,
    }))
    .sort((a, b) => b.products - a.products);
}

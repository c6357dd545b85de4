import { readTable } from '#src/server/content/csv-table.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { routePath } from '#src/server/http/route-path.ts';
import { translator } from '#src/i18n/translate.ts';
import {
  EXAMPLES,
  keyOf,
  LONGEST_PATH,
  mistakesTogether,
  MOST_REDIRECTS,
  sourceMistake,
  targetMistake,
  type Redirect,
  type RedirectMistake,
} from '../redirects.ts';

/** In CONTENT_DIR. */
export const REDIRECTS = 'redirects.csv';
export const MOST_BYTES = 10 * 1024 ** 2;
const FORMAT = { required: ['from', 'to'], optional: [] } as const;
const t = translator('en-US');

export interface PlacedRedirect extends Redirect {
  line: number;
}

export interface RedirectsFile {
  /** Without the rows that have a mistake. */
  rows: PlacedRedirect[];
  /** Their targets by the key of the old address. */
  targets: Map<string, string>;
  mistakes: (Mistake & { kind: RedirectMistake })[];
}

export const redirectText = (kind: RedirectMistake, to = t): string =>
  to(`converting:redirects.mistakes.${kind}`, {
    ...{ most: MOST_REDIRECTS, length: LONGEST_PATH, columns: FORMAT.required.join(', ') },
    ...EXAMPLES,
  });

/** An old address as requests are compared with it: decoded. undefined for one that no request can have. */
const decoded = (from: string): string | undefined => routePath(from);

export function parseRedirects(bytes: Uint8Array, name = REDIRECTS): RedirectsFile {
  const mistakes: RedirectsFile['mistakes'] = [];
  const refuse = (kind: RedirectMistake, line?: number, field?: string) =>
    void mistakes.push({
      file: name,
      ...(line && { line }),
      ...(field && { field }),
      kind,
      message: redirectText(kind),
    });
  if (bytes.length > MOST_BYTES) {
    refuse('tooMany');
    return { rows: [], targets: new Map(), mistakes };
  }
  const formal: Mistake[] = [];
  const table = readTable(name, bytes, FORMAT, formal);
  mistakes.push(...formal.map((mistake) => ({ ...mistake, kind: 'file' as const })));
  if (table.length > MOST_REDIRECTS) refuse('tooMany');
  const rows = table.slice(0, MOST_REDIRECTS).flatMap(({ line, cells }): PlacedRedirect[] => {
    const { from: typed = '', to = '' } = cells;
    const from = decoded(typed) ?? '';
    // The typed text too, because decoding removes what the rules refuse.
    const wrong = sourceMistake(typed) ?? sourceMistake(from);
    if (wrong) refuse(wrong, line, 'from');
    if (targetMistake(to)) refuse('to', line, 'to');
    return wrong || targetMistake(to) ? [] : [{ from, to, line }];
  });
  const together = mistakesTogether(rows);
  for (const [place, kind] of together) refuse(kind, rows[place]!.line, kind === 'twice' ? 'from' : 'to');
  const right = rows.filter((_, place) => !together.has(place));
  return { rows: right, targets: new Map(right.map(({ from, to }) => [keyOf(from), to])), mistakes };
}

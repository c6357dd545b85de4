import { writtenNumbers } from '#src/i18n/format.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { isSystem, SYSTEM_NAMES } from './foreign-item.ts';
import type { TableProblem } from './server/foreign-table.ts';

/** The sentence about a file that cannot be converted. */
export function problemText({ kind, values = {} }: TableProblem, t: Translate): string {
  const named: Record<string, string | number> = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && isSystem(value) ? SYSTEM_NAMES[value] : value,
    ]),
  );
  return t(`converting:problems.${kind}`, writtenNumbers(named));
}

import { InvalidArgumentError } from 'commander';
import { berlinMidnight } from '#src/shared/german-day.ts';

/** Parses an option such as `--since 2026-11-01`: the first moment of that day in Germany, as ISO-8601. */
export function sinceDay(text: string): string {
  const since = berlinMidnight(text);
  if (!since) throw new InvalidArgumentError('Write a day as year, month and day. Example: --since 2026-11-01');
  return since;
}

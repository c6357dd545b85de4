import { InvalidArgumentError } from 'commander';
import type { Cents } from '#src/shared/money.ts';
import { describeAmbiguity, parseEuro } from '#src/shared/typed-number.ts';

/** Parses an option such as `--amount 4,49`. */
export function euro(text: string): Cents {
  const amount = parseEuro(text);
  if (amount.ok) return amount.value;
  throw new InvalidArgumentError(
    describeAmbiguity(amount.error) ?? 'Write an amount above 0 in EUR. Example: --amount 4.99',
  );
}

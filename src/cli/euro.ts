import { InvalidArgumentError } from 'commander';
import { readEuro, type Cents } from '#src/shared/money.ts';

/** Parses an option such as `--amount 4,49`. */
export function euro(text: string): Cents {
  const cents = readEuro(text);
  if (cents === undefined) throw new InvalidArgumentError('Write an amount above 0 in EUR. Example: --amount 4.99');
  return cents;
}

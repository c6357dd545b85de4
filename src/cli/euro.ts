import { InvalidArgumentError } from 'commander';
import { toCents, type Cents } from '#src/shared/money.ts';

/** The cents of "4.49" or "4,49"; undefined for anything else and for 0. */
export function readEuro(text: string): Cents | undefined {
  const written = text.trim().replace(',', '.');
  return /^\d{1,6}(\.\d{1,2})?$/.test(written) && Number(written) > 0 ? toCents(Number(written)) : undefined;
}

/** Parses an option such as `--amount 4,49`. */
export function euro(text: string): Cents {
  const cents = readEuro(text);
  if (cents === undefined) throw new InvalidArgumentError('Write an amount above 0 in EUR. Example: --amount 4.99');
  return cents;
}

import { InvalidArgumentError } from 'commander';
import { describeAmbiguity, parseUnits } from '#src/shared/typed-number.ts';

/** Parses an option such as `--limit 20`. */
export function wholeNumber(text: string): number {
  const number = parseUnits(text, { min: 1 });
  if (number.ok) return number.value;
  throw new InvalidArgumentError(describeAmbiguity(number.error) ?? 'Write a whole number of 1 or more. Example: --limit 20');
}

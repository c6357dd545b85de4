import { InvalidArgumentError } from 'commander';
import { describeAmbiguity, parseUnits } from '#src/shared/typed-number.ts';

/** Returns a parser for an option. `example` is how the option is written, such as "--limit 20". */
export const wholeNumber =
  (example: string) =>
  (text: string): number => {
    const number = parseUnits(text, { min: 1 });
    if (number.ok) return number.value;
    throw new InvalidArgumentError(
      describeAmbiguity(number.error) ?? `Write a whole number of 1 or more. Example: ${example}`,
    );
  };

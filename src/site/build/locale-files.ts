import { globSync, readFileSync } from 'node:fs';
import { ConfigError } from '#src/settings/environment/config.ts';

/** Throws ConfigError with every text file that is not valid JSON: the bundler's own message names no file. */
export function requireReadableTexts(): void {
  const mistakes = globSync('locales/**/*.json').flatMap((file) => {
    try {
      JSON.parse(readFileSync(file, 'utf8'));
      return [];
    } catch (error) {
      return [`  ${file}: ${(error as Error).message}`];
    }
  });
  if (mistakes.length === 0) return;
  throw new ConfigError(
    [
      `Texts with mistakes:`,
      ...mistakes,
      'Look for a missing or needless comma, quote or bracket in that line or the one before.',
    ].join('\n'),
  );
}

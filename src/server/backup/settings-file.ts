import { readVariables, SETTING_NAMES } from '#src/server/config.ts';

/** The settings in force, from the environment and `.env`, in the format of `.env`. It contains secrets. */
export function settingsText(): string {
  const given = readVariables();
  return SETTING_NAMES.flatMap((name) => (given[name] ? [`${name}=${quoted(given[name])}\n`] : [])).join('');
}

/** In the first quotes that the value does not contain; Node reads nothing else inside them. */
function quoted(value: string): string {
  const quote = ["'", '`', '"'].find((mark) => !value.includes(mark)) ?? '';
  return quote + value + quote;
}

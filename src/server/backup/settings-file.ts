import { readVariables } from '#src/settings/environment/config.ts';
import { SETTING_NAMES } from '#src/settings/environment/settings-schema.ts';

/**
 * The settings in force, from the environment and `.env`, in the format of `.env`. It contains secrets.
 * `deskKey`: only for a copy that is encrypted, because beside the database it would open what it protects.
 */
export function settingsText(deskKey: Buffer | undefined): string {
  const given: NodeJS.ProcessEnv = { ...readVariables(), DESK_KEY: deskKey?.toString('base64') };
  return SETTING_NAMES.flatMap((name) => (given[name] ? [`${name}=${quoted(given[name])}\n`] : [])).join('');
}

/** In the first quotes that the value does not contain; Node reads nothing else inside them. */
function quoted(value: string): string {
  const quote = ["'", '`', '"'].find((mark) => !value.includes(mark)) ?? '';
  return quote + value + quote;
}

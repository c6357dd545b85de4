import { ConfigError } from '#src/settings/environment/config.ts';

/** The message of the ConfigError that this throws; '' when it throws none. */
export function complaintIn(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

import { SETTING_NAMES } from '#src/settings/environment/settings-schema.ts';

/**
 * Hides the settings of the person who runs the tests: those of `.env` and of the environment. An empty variable hides
 * the line of `.env`, also in the programs that a test starts.
 */
for (const name of SETTING_NAMES) process.env[name] = '';

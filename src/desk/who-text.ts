import type { Translate } from '#src/i18n/translate.ts';
import { COMMAND_LINE } from '#src/server/audit/audit.ts';

/** The stored name of an actor: a person, or the command line. */
export const whoText = (who: string, t: Translate): string =>
  who === '' || who === COMMAND_LINE ? t('desk:audit.commandLine') : who;

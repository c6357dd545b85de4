import type { Translate } from '#src/i18n/translate.ts';
import type { ActName } from '#src/server/audit/audit.ts';

/** The act in words. */
export const actText = (act: string, t: Translate): string => t(`desk:acts.${act as ActName}`);

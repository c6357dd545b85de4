import type { Translate } from '#src/i18n/translate.ts';
import type { ActName } from '#src/server/audit/audit.ts';
import type { AuditRow } from '#src/server/db/tables/desk.ts';

/** What was done, in words. */
export const actText = (act: string, t: Translate): string => t(`desk:acts.${act as ActName}`);

/** "role: packer → owner" */
export function changesOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): string {
  const [was, is] = [before, after].map((json) => (json === null ? {} : (JSON.parse(json) as Record<string, unknown>)));
  const shown = (value: unknown) => shortened(typeof value === 'string' ? value : JSON.stringify(value));
  return [...new Set([...Object.keys(was!), ...Object.keys(is!)])]
    .filter((key) => JSON.stringify(was![key]) !== JSON.stringify(is![key]))
    .map((key) => {
      const [old, now] = [was![key], is![key]];
      if (old === undefined) return `${key}: ${shown(now)}`;
      return now === undefined ? `${key}: ${shown(old)} →` : `${key}: ${shown(old)} → ${shown(now)}`;
    })
    .join('; ');
}

/** A whole legal text would fill the list of acts. */
const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)} …` : text);

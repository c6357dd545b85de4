import { parse } from 'yaml';
import { z } from 'zod';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { ConfigError } from '#src/settings/environment/config.ts';
import { contentPlace, readEditorial } from '#src/server/editorial-content.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { LEGAL_PAGES } from '#src/shared/paths.ts';
import { readCalendar, type CalendarEntry } from '../law-calendar.ts';
import { loadLegalText, placesFor, readLegalText, type LegalContext } from './legal.loader.ts';

const FILE = 'legal/calendar.yaml';
const dutiesSchema = z.array(
  z
    .strictObject({
      duty: z.string().min(1),
      valid_from: z.iso.date().optional(),
      valid_to: z.iso.date().optional(),
      due: z.union([z.iso.date(), z.string().regex(/^\d\d-\d\d$/)]).optional(),
      source: z.string().min(1),
    })
    .refine(({ valid_from, due }) => !valid_from !== !due, 'needs valid_from, or due. Example: due: 2026-12-31'),
);

/** Reads a file, named relative to CONTENT_DIR. */
type ReadText = (name: string) => string;

function loadDuties(read: ReadText = readEditorial): CalendarEntry[] {
  const parsed = dutiesSchema.safeParse(parse(read(FILE)));
  if (!parsed.success)
    throw new ConfigError(
      `${contentPlace(FILE)} has ` +
        `mistakes:\n${parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`).join('\n')}`,
    );
  return parsed.data.map(({ duty, valid_from, valid_to, due }) => ({
    name: duty,
    validFrom: valid_from,
    validTo: valid_to,
    due,
  }));
}

/** The texts and duties that are not valid today, and those that end soon. */
export function loadCalendar(ctx: LegalContext, now: Date): ReturnType<typeof readCalendar> {
  const texts = LEGAL_PAGES.flatMap((page) =>
    LOCALE_CODES.map((locale) => {
      const { validFrom, validTo } = loadLegalText(page, locale, ctx);
      return { name: contentPlace(`legal/${page}.${locale}.md`), validFrom, validTo };
    }),
  );
  return readCalendar([...texts, ...loadDuties()], germanDay(now.toISOString()));
}

/** Throws ConfigError when a text or a duty is not valid today; returns warnings about those that end soon. */
export function requireValidTexts(ctx: LegalContext, now = new Date()): string[] {
  const { invalid, soon } = loadCalendar(ctx, now);
  if (invalid.length > 0) throw new ConfigError(`Not valid today:\n${invalid.map((line) => `  ${line}`).join('\n')}`);
  return soon;
}

/** Why a page keeps its old text, or a duty that is not valid today. */
export interface LegalFault {
  /** File of the legal text, such as `legal/impressum.de-DE.md`; undefined for the calendar. */
  file: string | undefined;
  message: string;
}

/**
 * All faults that `requireValidTexts` refuses, and unreadable texts.
 */
export function findLegalFaults(ctx: LegalContext, now: Date, read: ReadText = readEditorial): LegalFault[] {
  const today = germanDay(now.toISOString());
  const faultsOf = (file: string | undefined, load: () => CalendarEntry[]): LegalFault[] => {
    try {
      return readCalendar(load(), today).invalid.map((message) => ({ file, message }));
    } catch (error) {
      return [{ file, message: (error as Error).message }];
    }
  };
  const ofTexts = LOCALE_CODES.flatMap((locale) => {
    const places = placesFor(locale, ctx);
    return LEGAL_PAGES.flatMap((page) => {
      const file = `${page}.${locale}.md`;
      return faultsOf(`legal/${file}`, () => {
        const { validFrom, validTo } = readLegalText(file, read(`legal/${file}`), places);
        return [{ name: contentPlace(`legal/${file}`), validFrom, validTo }];
      });
    });
  });
  return [...ofTexts, ...faultsOf(undefined, () => loadDuties(read))];
}

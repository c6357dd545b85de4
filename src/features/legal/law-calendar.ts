/** Until when texts and duties hold, so that an outdated one stops the build instead of being shown. */
import { addDays } from '#src/shared/german-day.ts';

export interface CalendarEntry {
  /** A file or a duty. */
  name: string;
  /** First and last day, as 2026-06-19. A missing day means that none is known. */
  validFrom?: string | undefined;
  validTo?: string | undefined;
}

const WARN_DAYS = 30;

/** What is not valid today, and what ends within 30 days or begins later. `today` as 2026-06-19. */
export function readCalendar(entries: readonly CalendarEntry[], today: string): { invalid: string[]; soon: string[] } {
  const limit = addDays(today, WARN_DAYS);
  const invalid = entries.flatMap(({ name, validFrom, validTo }) => {
    if (validTo && validTo < today) return [`${name}: was valid until ${validTo}. Write what is valid now, with new dates`];
    return validFrom && validFrom > today ? [`${name}: is valid only from ${validFrom} on. Use the present text until then`] : [];
  });
  const soon = entries.flatMap(({ name, validTo }) =>
    validTo && validTo >= today && validTo <= limit ? [`${name}: is valid until ${validTo}. Prepare what follows`] : [],
  );
  return { invalid, soon };
}

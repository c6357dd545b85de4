/** Validity of texts and duties, so that the owner is warned of outdated ones. */
import { addDays } from '#src/shared/german-day.ts';

export interface CalendarEntry {
  /** A file or a duty. */
  name: string;
  /** First and last day, as 2026-06-19. A missing day means that none is known. */
  validFrom?: string | undefined;
  validTo?: string | undefined;
  /** A deadline for a task outside the shop: 2026-12-31, or 05-15 for every year. No build depends on it. */
  due?: string | undefined;
}

const WARN_DAYS = 30;

/** Entries that are not valid today, and those that end within 30 days or begin later. `today` as 2026-06-19. */
export function readCalendar(entries: readonly CalendarEntry[], today: string): { invalid: string[]; soon: string[] } {
  const limit = addDays(today, WARN_DAYS);
  const invalid = entries.flatMap(({ name, validFrom, validTo }) => {
    if (validTo && validTo < today)
      return [`${name}: was valid until ${validTo}. Write what is valid now, with new dates`];
    return validFrom && validFrom > today
      ? [`${name}: is valid only from ${validFrom} on. Use the present text until then`]
      : [];
  });
  const soon = entries.flatMap(({ name, validTo }) =>
    validTo && validTo >= today && validTo <= limit ? [`${name}: is valid until ${validTo}. Prepare what follows`] : [],
  );
  return { invalid, soon: [...soon, ...entries.flatMap((entry) => dueSoon(entry, today, limit))] };
}

function dueSoon({ name, due }: CalendarEntry, today: string, limit: string): string[] {
  if (!due) return [];
  const years = [today, limit].map((day) => day.slice(0, 4));
  const days = due.length === 5 ? [...new Set(years)].map((year) => `${year}-${due}`) : [due];
  return days.filter((day) => day >= today && day <= limit).map((day) => `${name}: is due on ${day}. Do it by then`);
}

import { germanDay } from '#src/shared/german-day.ts';
import { ConfigError } from '#src/settings/environment/config.ts';
import type { Context } from '../context.ts';
import { contentPlace, editorialNames, readEditorial } from '../editorial-content.ts';
import { describeMistake, type Mistake } from './mistake.ts';
import { ContentMistakes, slugsIn, type ReadFile } from './written-file.ts';

/** When the shop shows what an editor wrote. */
export interface Dated {
  draft: boolean;
  /** The first day: 2026-11-28. */
  published: string;
}

/** Whether the shop shows it on a day: 2026-11-28. */
export const isPublic = ({ draft, published }: Dated, today: string): boolean => !draft && published <= today;

export interface WrittenFolder<T> {
  /** All that is public today. Throws ContentMistakes. */
  publicToday: (ctx: Pick<Context, 'now'>) => T[];
  /** Everything that could be read, and the mistakes in the rest, by the files' names in CONTENT_DIR. */
  check: () => { items: T[]; mistakes: Mistake[] };
  /** Throws ConfigError with all mistakes. */
  require: () => void;
}

/**
 * A folder of CONTENT_DIR with a YAML file for each slug and a Markdown file for each of its languages. `read` throws
 * ContentMistakes. What it returns is kept until one of the files has another text, because every page asks.
 */
export function writtenFolder<T extends Dated>(
  folder: string,
  read: (slug: string, readFile: ReadFile) => T,
): WrittenFolder<T> {
  const known = new Map<string, { sources: readonly string[]; item: T }>();
  const load = (slug: string, names: readonly string[]): T => {
    const sources = names.filter((name) => name.startsWith(`${folder}/${slug}.`)).map(readEditorial);
    const before = known.get(slug);
    if (before?.sources.length === sources.length && before.sources.every((text, at) => text === sources[at]))
      return before.item;
    const item = read(slug, readEditorial);
    known.set(slug, { sources, item });
    return item;
  };
  const check = () => {
    const names = editorialNames(folder);
    const [items, mistakes]: [T[], Mistake[]] = [[], []];
    for (const slug of slugsIn(folder, names)) {
      try {
        items.push(load(slug, names));
      } catch (error) {
        if (!(error instanceof ContentMistakes)) throw error;
        mistakes.push(...error.mistakes);
      }
    }
    return { items, mistakes };
  };
  return {
    check,
    publicToday(ctx) {
      const names = editorialNames(folder);
      const today = germanDay(ctx.now().toISOString());
      return slugsIn(folder, names)
        .map((slug) => load(slug, names))
        .filter((item) => isPublic(item, today));
    },
    require() {
      const { mistakes } = check();
      if (mistakes.length === 0) return;
      throw new ConfigError(
        mistakes.map((mistake) => describeMistake({ ...mistake, file: contentPlace(mistake.file) })).join('\n'),
      );
    },
  };
}

import { fold } from '#src/shared/fold.ts';

const MAX_LENGTH = 80;

/** Derives a slug from a name: "Pão de Queijo 1 kg" → "pao-de-queijo-1-kg". May be empty. */
export function slugify(name: string): string {
  // Before folding, which writes ´ as a space and ™ as letters.
  const words = fold(name.replace(/['’`´™℠]/g, ''))
    .replace(/&/g, ' e ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  if (words.length <= MAX_LENGTH) return words;
  const cut = words.slice(0, MAX_LENGTH + 1);
  return cut.slice(0, cut.lastIndexOf('-') > 20 ? cut.lastIndexOf('-') : MAX_LENGTH).replace(/-+$/, '');
}

/** An unused slug: from the name, otherwise from the code, otherwise with -2, -3 … Adds the result to `taken`. */
export function uniqueSlug(name: string, code: string, taken: Set<string>): string {
  const stem = slugify(name) || slugify(code);
  let slug = stem;
  for (let n = 2; taken.has(slug); n++) slug = `${stem}-${n}`;
  taken.add(slug);
  return slug;
}

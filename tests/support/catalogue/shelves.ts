import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** The navigation's order: food, care, others, each sorted by the pt-BR label. */
const ORDER = [
  ['food', 'bebidas'],
  ['food', 'biscoitos-e-snacks'],
  ['food', 'carnes-a-vacuo'],
  ['food', 'cereais-e-misturas'],
  ['food', 'doces-e-guloseimas'],
  ['food', 'graos-e-farinaceos'],
  ['food', 'oleos-e-azeites'],
  ['food', 'temperos-e-condimentos'],
  ['food', 'utensilios'],
  ['care', 'cuidados-com-a-barba'],
  ['care', 'cuidados-com-a-pele'],
  ['care', 'cuidados-faciais'],
  ['other', 'cabelos'],
  ['other', 'infantil'],
  ['other', 'maquiagem'],
  ['other', 'oleos-perfumados'],
  ['other', 'perfumaria'],
  ['other', 'gifts'],
  ['other', 'sabonete'],
] as const;

type Labels = { slug: string; label_pt: string; label_de: string; label_en: string };
const rows = parse(readFileSync('src/content/catalogue/categories.csv', 'utf8'), { columns: true }) as Labels[];

/** The demo shop's shelves in that order, with the editors' labels. */
export const SHELVES = ORDER.map(([group, slug]) => {
  const row = rows.find((candidate) => candidate.slug === slug);
  if (!row) throw new Error(`categories.csv has no shelf ${slug}`);
  return { group, slug, 'pt-BR': row.label_pt, 'de-DE': row.label_de, 'en-US': row.label_en };
});

/**
 * An export of articles by JTL-Ameise. Each article is a row, once for each of its categories; a parent names what its
 * children have in common. People choose the columns, so several names are known.
 */
import type { ForeignCatalogue, ForeignItem, ForeignPicture, Notice } from '../foreign-item.ts';
import type { ForeignRow, ForeignTable } from './foreign-table.ts';
import { gramsOf, NET } from './read-cells.ts';
import { variantPictures } from './variant-pictures.ts';

const NUMBER = ['Artikelnummer'];
const NAME = ['Artikelname'];
const PARENT = [
  ...['Identifizierungsspalte Vaterartikel', 'Vaterartikel ID-Feld', 'Vaterartikel', 'Vaterartikelnummer'],
];
const GROSS = ['Brutto-VK', 'Std. VK Brutto', 'VK Brutto'];
const WITHOUT_VAT = ['Netto-VK', 'Std. VK Netto', 'VK Netto'];
const [MOST_LEVELS, MOST_OPTIONS, MOST_PICTURES] = [10, 6, 20];

export const JTL_COLUMNS = [NUMBER, NAME, [...GROSS, ...WITHOUT_VAT]];

/** The values of "Bild 1", "Bild 2" and so on. */
const numbered = (row: ForeignRow, most: number, names: readonly string[]): string[] =>
  Array.from({ length: most }, (_, index) =>
    row.cell(...names.map((name) => name.replace('#', String(index + 1)))),
  ).filter(Boolean);

export function readJtl({ rows }: ForeignTable): ForeignCatalogue {
  const articles = Map.groupBy(
    rows.filter((row) => row.cell(...NUMBER) !== ''),
    (row) => row.cell(...NUMBER),
  );
  const parents = new Set(rows.map((row) => row.cell(...PARENT)));
  const [items, notices]: [ForeignItem[], Notice[]] = [[], []];
  const seen = new Set<string>();
  for (const [number, own] of articles) {
    const [row] = own;
    // JTL sells only the children of a parent article.
    if (!row || parents.has(number)) continue;
    const parentNumber = row.cell(...PARENT);
    const parent = articles.get(parentNumber)?.[0];
    const whole = parent ?? row;
    const name = whole.cell(...NAME);
    const note = (kind: Notice['kind'], values?: Notice['values']) =>
      void notices.push({ line: row.line, kind, product: name || number, ...(values && { values }) });
    if (name === '') note('withoutName');
    else if (!isActive(row) || !isActive(whole)) note('draft');
    else {
      items.push(readArticle(row, parent, !seen.has(parentNumber)));
      if (parent) seen.add(parentNumber);
      const others = [...new Set((parent ? articles.get(parentNumber)! : own).map(categoryOf))].slice(1);
      if (others.length > 0) note('furtherCategories', { text: others.join(', ') });
    }
  }
  return { items, notices };
}

const isActive = (row: ForeignRow): boolean => !/^(?:n|nein|0|false)$/i.test(row.cell('Aktiv', 'Artikel aktiv'));

const categoryOf = (row: ForeignRow): string =>
  numbered(row, MOST_LEVELS, ['Kategorie Ebene #', 'Kategorie Level #']).join(' > ');

function readArticle(row: ForeignRow, parent: ForeignRow | undefined, isFirst: boolean): ForeignItem {
  const whole = parent ?? row;
  const either = (...names: string[]) => row.cell(...names) || whole.cell(...names);
  const path = either('URL-Pfad', 'URL Pfad').replace(/^\/+/, '');
  const [own = ''] = picturesOf(row).map(({ source }) => source);
  const [gross, net] = [row.cell(...GROSS), row.cell(...WITHOUT_VAT)];
  return {
    line: row.line,
    family: parent ? `parent ${whole.line}` : `row ${row.line}`,
    sku: row.cell(...NUMBER),
    name: whole.cell(...NAME),
    html: either('Beschreibung') || either('Kurzbeschreibung'),
    brand: either('Hersteller'),
    category: categoryOf(whole) || categoryOf(row),
    options: parent ? numbered(row, MOST_OPTIONS, ['Variationswert #', 'Variationswertname #']) : [],
    price: gross === '' && net !== '' ? net + NET : gross,
    formerPrice: row.cell('UVP'),
    quantity: row.cell('Lagerbestand', 'Lagerbestand Gesamt', 'Bestand', 'Verfügbarer Bestand', 'Verfügbar'),
    vatRate: either('Steuersatz', 'Steuersatz in %', 'MwSt', 'Steuerklasse'),
    ean: row.cell('GTIN', 'EAN', 'EAN/Barcode', 'GTIN/EAN'),
    netQuantity: row.cell('Inhalt/Menge', 'Inhalt', 'Menge'),
    netUnit: row.cell('Mengeneinheit', 'Maßeinheit (Inhalt)', 'Maßeinheit'),
    grams: gramsOf(either('Versandgewicht')),
    origin: either('Herkunftsland'),
    pictures: parent ? variantPictures(picturesOf(parent), own, isFirst) : picturesOf(row),
    address: path === '' ? '' : `/${path}`,
  };
}

const picturesOf = (row: ForeignRow): ForeignPicture[] =>
  numbered(row, MOST_PICTURES, ['Bild #', 'Bild # Pfad/URL', 'Bild Pfad/URL #']).map((source) => ({ source, alt: '' }));

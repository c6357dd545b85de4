import { carriedFile, partsOf } from '#src/desk/server/carried-file.ts';
import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { KINDS } from '#src/features/catalogue/facts.ts';
import { NET_UNITS } from '#src/features/catalogue/price.ts';
import { RANGES } from '#src/features/editing/server/product-row.ts';
import { parseLocale, type Locale } from '#src/i18n/locales.ts';
import { writeZip } from '#src/server/content/zip.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseNumber } from '#src/shared/typed-number.ts';
import { isSystem, type System } from '../foreign-item.ts';
import { problemText } from '../problem-text.ts';
import { convertCatalogue, type Converted } from '../server/convert.service.ts';
import { DESK_LIMITS, tooLarge } from '../server/foreign-table.ts';
import type { MappedCategory } from '../server/mapping.ts';
import { MISSING, missingTable } from '../server/missing.ts';
import { takeDrafts, type TakenDrafts } from '../server/take-drafts.service.ts';
import { redirectsTable } from '../server/folder.ts';
import { noPictures, notYetSought, picturesInZip } from '../server/pictures.ts';

/** What a form would convert. */
export interface ShownConversion {
  converted: Converted;
  system: System;
  language: Locale;
  /** The file as hidden fields carry it to the next step. */
  parts: string[];
  /** Codes of products of this shop that the folder may change into another product. */
  overwrites: string[];
}

export type ConvertStep =
  | { step: 'shown'; shown: ShownConversion; taken?: TakenDrafts; problem?: DeskError }
  | { step: 'folder'; zip: Buffer }
  | { step: 'redirects'; table: string };

/** Acts that need the filled-in categories. */
const FINAL = ['folder', 'drafts', 'redirects'];
export const isFinal = (act: string | undefined): boolean => act !== undefined && FINAL.includes(act);

/** Shows what an export becomes; once its categories are filled in, takes it into the drafts, or makes the folder. */
export async function actOnConversion(open: OpenDesk, form: DeskForm): Promise<Result<ConvertStep, DeskError>> {
  const { ctx, t, locale } = open;
  const [system, language] = [form.text('system'), parseLocale(form.text('language'))];
  const table = await carriedFile(form, DESK_LIMITS);
  if (!isSystem(system)) return fail({ kind: 'convert_file', marked: ['system'] });
  if (!language) return fail({ kind: 'convert_file', marked: ['language'] });
  if (!table) return fail({ kind: 'convert_file', marked: ['file'] });
  if (table.length > DESK_LIMITS.bytes) return refuse(problemText(tooLarge(DESK_LIMITS), t));
  const act = form.text('act');
  const zip = form.file('pictures');
  const found = zip && isFinal(act) ? picturesInZip(Buffer.from(await zip.arrayBuffer())) : noPictures;
  const overwrites = form.all('overwrite');
  const result = await convertCatalogue(ctx, {
    ...{ table, system, locale: language, mapping: mappingIn(form), overwrites, limits: DESK_LIMITS },
    pictures: isFinal(act) ? (found ?? noPictures) : notYetSought,
  });
  if (!result.ok)
    return refuse(result.error.kind === 'mapping' ? t('converting:desk.unclear') : problemText(result.error, t));
  const converted = result.value;
  const shown = { converted, system, language, parts: partsOf(table), overwrites };
  // What was filled in stays.
  if (!found) return ok({ step: 'shown', shown, problem: { kind: 'convert_zip', marked: ['pictures'] } });
  if (!isFinal(act) || converted.open.length > 0) return ok({ step: 'shown', shown });
  if (act === 'folder') return ok({ step: 'folder', zip: zipOf(converted, locale) });
  if (act === 'redirects') return ok({ step: 'redirects', table: redirectsTable(converted.redirects) });
  const taken = await takeDrafts(ctx, converted, { locale: language, pictures: found });
  return ok({ step: 'shown', shown, taken });
}

const refuse = (what: string) => fail<DeskError>({ kind: 'convert_refused', values: { what }, marked: ['file'] });

/** The rows of the form's table: each field once for each category. */
function mappingIn(form: DeskForm): MappedCategory[] {
  const [categories, kinds, rates, quantities, units] = ['category', 'kind', 'vat', 'quantity', 'unit'].map(form.all);
  return form.all('theirs').map((theirs, row) => {
    const quantity = parseNumber(quantities![row] ?? '', RANGES.net_quantity);
    const category = categories![row] ?? '';
    return {
      ...{ theirs, products: 0, labels: {} },
      // A form may name what the shop does not have; the conversion then asks for it again.
      category: /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(category) ? category : undefined,
      kind: KINDS.find((known) => known === kinds![row]),
      vatRate: ([7, 19] as const).find((rate) => String(rate) === rates![row]),
      netQuantity: quantity.ok ? quantity.value : undefined,
      netUnit: NET_UNITS.find((known) => known === units![row]),
    };
  });
}

function zipOf({ files, missing }: Converted, locale: Locale): Buffer {
  const packed = new Map<string, Uint8Array>();
  for (const [name, content] of files) {
    const bytes = typeof content === 'string' ? ok(Buffer.from(content)) : content();
    if (bytes.ok) packed.set(name, bytes.value);
  }
  packed.set(MISSING, Buffer.from(missingTable(missing, locale)));
  return writeZip(packed);
}

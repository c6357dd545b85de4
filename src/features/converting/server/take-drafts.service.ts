/** Takes converted products into the drafts of the desk. Nothing is published, and nothing that the shop has changes. */
import type { PictureRefusal } from '#src/features/catalogue/server/uploaded-picture.ts';
import {
  altField,
  PICTURES,
  picturesOf,
  textField,
  versionDigest,
  type Fields,
} from '#src/features/editing/server/catalogue-fields.ts';
import { createDraft, findDraft, saveDraft } from '#src/features/editing/server/drafts.service.ts';
import { storeUploadedPicture } from '#src/features/editing/server/product-pictures.service.ts';
import { withoutPrefix, type Locale } from '#src/i18n/locales.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import type { Context } from '#src/server/context.ts';
import { addRedirects } from '#src/features/redirects/server/edit-redirects.service.ts';
import { findServedSlugs } from '#src/features/redirects/server/redirects.repository.ts';
import type { Converted } from './convert.service.ts';
import type { ConvertedProduct } from './convert-items.ts';
import { redirectsTable } from './folder.ts';
import type { Pictures } from './pictures.ts';

/** A request must end before a proxy gives up. The next tap goes on with the pictures that are left. */
const MOST_MS = 30_000;

export interface TakenDrafts {
  taken: number;
  /** Codes that the shop has already, as a product or a draft. */
  known: string[];
  refused: { code: string; name: string; mistakes: Mistake[] }[];
  pictures: number;
  /** Pictures that the shop cannot use. */
  unusable: { code: string; source: string; why: PictureRefusal }[];
  /** Pictures for which there was no time. */
  picturesLeft: number;
  /** Old addresses that lead to their products now. */
  redirects: number;
  /** Old addresses whose products are not published yet. */
  redirectsLeft: number;
}

export async function takeDrafts(
  ctx: Context,
  { products, redirects }: Converted,
  { locale, pictures }: { locale: Locale; pictures: Pictures },
): Promise<TakenDrafts> {
  const until = performance.now() + MOST_MS;
  const taken: TakenDrafts = {
    ...{ taken: 0, known: [], refused: [], pictures: 0, unusable: [], picturesLeft: 0 },
    ...{ redirects: 0, redirectsLeft: 0 },
  };
  for (const product of products) {
    const { code, cells } = product;
    const units = Number(cells.quantity_available ?? 0);
    const saved = await createDraft(ctx, { kind: 'product', key: code }, fieldsOf(product, locale), units);
    if (saved.ok) taken.taken += 1;
    else if (saved.error.kind === 'code_taken') taken.known.push(code);
    else if (saved.error.kind === 'invalid')
      taken.refused.push({ code, name: cells.product_name ?? code, mistakes: saved.error.mistakes });
    else throw new Error(`A new draft was refused: ${saved.error.kind}`);
  }
  for (const product of products) await takePictures(ctx, product, { locale, pictures, until }, taken);
  await takeRedirects(ctx, redirects, taken);
  return taken;
}

const fieldsOf = ({ cells, text }: ConvertedProduct, locale: Locale): Fields => {
  const { cod_catalog: _, quantity_available: __, ...fields } = cells;
  return text === '' ? fields : { ...fields, [textField(locale)]: text };
};

/** Only a draft that has no pictures and was never published gets them, also one of an earlier tap. */
async function takePictures(
  ctx: Context,
  { code, pictures: wanted }: ConvertedProduct,
  { locale, pictures, until }: { locale: Locale; pictures: Pictures; until: number },
  taken: TakenDrafts,
): Promise<void> {
  const found = wanted.flatMap(({ source, alt }) => {
    const picture = pictures.find(source);
    return typeof picture === 'string' ? [] : [{ source, alt, read: picture.read }];
  });
  if (found.length === 0) return;
  const at = { kind: 'product', key: code } as const;
  const before = await findDraft(ctx, at);
  if (!before?.draft || before.published || picturesOf(before.draft).length > 0) return;
  const fields: Record<string, string> = {};
  const originals: string[] = [];
  for (const [place, { source, alt, read }] of found.entries()) {
    // All pictures of a product, or none: the next tap finds a draft with pictures complete.
    if (place === 0 && performance.now() > until) {
      taken.picturesLeft += found.length;
      return;
    }
    const bytes = read();
    const stored = bytes.ok
      ? await storeUploadedPicture(ctx, new Blob([new Uint8Array(bytes.value)]), 'whole')
      : undefined;
    if (!stored?.ok) {
      taken.unusable.push({ code, source, why: stored?.error ?? { kind: 'picture_unreadable' } });
      continue;
    }
    const { original } = stored.value;
    if (originals.includes(original)) continue;
    originals.push(original);
    if (alt !== '') fields[altField(locale, original)] = alt;
  }
  if (originals.length === 0) return;
  fields[PICTURES] = originals.join(' ');
  const saved = await saveDraft(ctx, at, (shown) => ({ ...shown, ...fields }), versionDigest(before.draft));
  if (saved.ok) taken.pictures += originals.length;
}

/** A redirect needs a page that exists, so those of drafts wait for their publication. */
async function takeRedirects(ctx: Context, redirects: Converted['redirects'], taken: TakenDrafts): Promise<void> {
  const { products, former } = await findServedSlugs(ctx.db.read);
  const isThere = ({ to }: { to: string }) => {
    const slug = withoutPrefix(to).split('/').filter(Boolean).at(-1) ?? '';
    return products.has(slug) || former.has(slug);
  };
  const ready = redirects.filter(isThere);
  taken.redirectsLeft = redirects.length - ready.length;
  if (ready.length === 0) return;
  const added = await addRedirects(ctx, Buffer.from(redirectsTable(ready)));
  if (added.ok) taken.redirects = added.value.added;
  else taken.redirectsLeft += ready.length;
}

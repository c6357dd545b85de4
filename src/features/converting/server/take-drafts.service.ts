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
import { MOST_PICTURES } from '#src/features/editing/server/product-row.ts';
import { createDraft, findDraft, saveDraft } from '#src/features/editing/server/drafts.service.ts';
import { storeUploadedPicture } from '#src/features/editing/server/product-pictures.service.ts';
import { withoutPrefix, type Locale } from '#src/i18n/locales.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import type { Context } from '#src/server/context.ts';
import { addRedirects } from '#src/features/redirects/server/edit-redirects.service.ts';
import { findServedSlugs } from '#src/features/redirects/server/redirects.repository.ts';
import type { Converted } from './convert.service.ts';
import { isSameName, type ConvertedProduct } from './convert-items.ts';
import { redirectsTable } from './folder.ts';
import type { Pictures } from './pictures.ts';

/** A request must end before a proxy gives up. The next tap continues with the remaining pictures. */
const MOST_MS = 30_000;

export interface TakenDrafts {
  taken: number;
  /** Products for which there was no time. */
  left: number;
  /** Codes that the shop has already, as a product or a draft. */
  known: string[];
  refused: { code: string; name: string; mistakes: Mistake[] }[];
  pictures: number;
  /** Pictures that the shop cannot use. */
  unusable: { code: string; source: string; why: PictureRefusal }[];
  /** Pictures for which there was no time. */
  picturesLeft: number;
  /** Drafts that still have fewer pictures than the other shop's products. */
  incomplete: { code: string; has: number; of: number }[];
  /** Old addresses that lead to their products, or will once these are published. */
  redirects: number;
  /** Old addresses whose products are not in the drafts yet. */
  redirectsLeft: number;
}

export async function takeDrafts(
  ctx: Context,
  { products, redirects }: Pick<Converted, 'products' | 'redirects'>,
  { locale, pictures, ms = MOST_MS }: { locale: Locale; pictures: Pictures; ms?: number },
): Promise<TakenDrafts> {
  const until = performance.now() + ms;
  const taken: TakenDrafts = {
    ...{ taken: 0, left: 0, incomplete: [], known: [], refused: [], pictures: 0, unusable: [], picturesLeft: 0 },
    ...{ redirects: 0, redirectsLeft: 0 },
  };
  for (const product of products) {
    if (performance.now() > until) {
      taken.left += 1;
      continue;
    }
    const { code, cells } = product;
    const units = Number(cells.quantity_available ?? 0);
    const saved = await createDraft(ctx, { kind: 'product', key: code }, fieldsOf(product, locale), units);
    if (saved.ok) taken.taken += 1;
    else if (saved.error.kind === 'code_taken') taken.known.push(code);
    else if (saved.error.kind === 'invalid')
      taken.refused.push({ code, name: cells.product_name ?? code, mistakes: saved.error.mistakes });
    else throw new Error(`A new draft was refused: ${saved.error.kind}`);
  }
  const begun: ConvertedProduct[] = [];
  for (const product of products) {
    const draft = await findOwnDraft(ctx, product);
    if (draft && picturesOf(draft).length > 0) begun.push(product);
    else if (draft) await takePictures(ctx, product, draft, { locale, pictures, until }, taken);
  }
  // Last, because a picture that cannot be used makes each later tap look at them again.
  for (const product of begun) await completePictures(ctx, product, { locale, pictures, until }, taken);
  await takeRedirects(ctx, redirects, taken);
  return taken;
}

const fieldsOf = ({ cells, text }: ConvertedProduct, locale: Locale): Fields => {
  const { cod_catalog: _, quantity_available: __, ...fields } = cells;
  return text === '' ? fields : { ...fields, [textField(locale)]: text };
};

/** A draft that was never published, of this conversion or an earlier tap; not one that only has the same number. */
async function findOwnDraft(ctx: Context, { code, cells, pictures }: ConvertedProduct): Promise<Fields | undefined> {
  if (pictures.length === 0) return undefined;
  const found = await findDraft(ctx, { kind: 'product', key: code });
  if (!found?.draft || found.published) return undefined;
  const { product_name: name = '', ean, slug } = found.draft;
  const isOwn =
    isSameName(name, cells.product_name ?? '') || (!!ean && ean === cells.ean) || (!!slug && slug === cells.slug);
  return isOwn ? found.draft : undefined;
}

interface From {
  locale: Locale;
  pictures: Pictures;
  until: number;
}

/** Adds what an earlier zip did not have, and names the drafts that still lack some. */
async function completePictures(
  ctx: Context,
  product: ConvertedProduct,
  from: From,
  taken: TakenDrafts,
): Promise<void> {
  const { code, pictures: wanted } = product;
  const countOf = (fields: Fields | undefined) => (fields ? picturesOf(fields).length : wanted.length);
  const before = await findOwnDraft(ctx, product);
  if (!before || countOf(before) >= wanted.length) return;
  if (performance.now() <= from.until) await takePictures(ctx, product, before, from, taken);
  const has = countOf(await findOwnDraft(ctx, product));
  if (has < wanted.length) taken.incomplete.push({ code, has, of: wanted.length });
}

async function takePictures(
  ctx: Context,
  { code, pictures: wanted }: ConvertedProduct,
  before: Fields,
  { locale, pictures, until }: From,
  taken: TakenDrafts,
): Promise<void> {
  const found = wanted.flatMap(({ source, alt }) => {
    const picture = pictures.find(source);
    return typeof picture === 'string' ? [] : [{ source, alt, read: picture.read }];
  });
  if (found.length === 0) return;
  const has = picturesOf(before);
  const fields: Record<string, string> = {};
  const originals: string[] = [];
  for (const [place, { source, alt, read }] of found.entries()) {
    // All pictures of a product that the zip has, or none.
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
    if (has.includes(original) || originals.includes(original)) continue;
    originals.push(original);
    if (alt !== '') fields[altField(locale, original)] = alt;
  }
  if (originals.length === 0) return;
  fields[PICTURES] = [...has, ...originals].slice(0, MOST_PICTURES).join(' ');
  const at = { kind: 'product', key: code } as const;
  const saved = await saveDraft(ctx, at, (shown) => ({ ...shown, ...fields }), versionDigest(before));
  if (saved.ok) taken.pictures += originals.length;
}

/** Those of drafts take effect with their publication. */
async function takeRedirects(ctx: Context, redirects: Converted['redirects'], taken: TakenDrafts): Promise<void> {
  const { products, former, drafts } = await findServedSlugs(ctx.db.read);
  const isThere = ({ to }: { to: string }) => {
    const slug = withoutPrefix(to).split('/').filter(Boolean).at(-1) ?? '';
    return [products, former, drafts].some((slugs) => slugs.has(slug));
  };
  const ready = redirects.filter(isThere);
  taken.redirectsLeft = redirects.length - ready.length;
  if (ready.length === 0) return;
  const added = await addRedirects(ctx, Buffer.from(redirectsTable(ready)));
  if (added.ok) taken.redirects = added.value.added;
  else taken.redirectsLeft += ready.length;
}

import { blocksSale, type Gap } from '#src/features/catalogue/gap.ts';
import { referencePrice, type PricePoint } from '#src/features/catalogue/price.ts';
import { shopConditions } from '#src/features/catalogue/server/shop-conditions.ts';
import type { Claim } from '#src/features/catalogue/wording.ts';
import type { Context } from '#src/server/context.ts';
import type { Cents } from '#src/shared/money.ts';
import type { CatalogueFiles } from '../server/import/catalogue-files.ts';
import {
  changedFields,
  pictureRowsOf,
  PICTURES,
  picturesOf,
  textsOf,
  type Fields,
} from '../server/catalogue-fields.ts';
import { findPriceHistory, findProductId, findShown } from '../server/catalogue-read.repository.ts';
import { placeProduct } from '../server/compile-product.ts';
import { toEntry } from '../server/catalogue-entry.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import type { Draft } from '../server/drafts.service.ts';
import { findPlansOf, type Plan } from '../server/plans.repository.ts';
import { listClaims } from '../server/list-claims.ts';
import { listGaps } from '../server/list-gaps.ts';
import { pictureRowSchema } from '../server/product-row.ts';
import { lawName, requestText } from './product-words.ts';

export interface ProductView {
  /** Unpublished fields. */
  waiting: string[];
  /** Plans that change the product. */
  plans: Plan[];
  /** The last part of its page's address; undefined before its first publication. */
  slug: string | undefined;
  gaps: Gap[];
  claims: (Claim & { place: string })[];
  prices: PricePoint[];
  /** The struck-through price if it were published now. */
  reference: Cents | undefined;
}

/** The product page's data besides its form. */
export async function loadProduct(ctx: Context, { key, draft, published }: Draft): Promise<ProductView> {
  const stored = {
    waiting: changedFields(published, draft),
    plans: await findPlansOf(ctx.db.read, 'product', key),
    slug: (await findShown(ctx.db.read, key))?.slug,
  };
  const placed = draft && placeProduct(key, draft, []);
  if (!draft || !placed) return { ...stored, gaps: [], claims: [], prices: [], reference: undefined };
  const files = oneProduct(key, draft, placed);
  const prices = await pricesOf(ctx, key);
  const { discount_percent: discountPercent, price_cents: price } = toEntry(placed.row, {}, []).columns;
  const last = prices.at(-1);
  const isSame = last && last.price === price && last.discountPercent === discountPercent;
  const next = { validFrom: ctx.now().toISOString(), discountPercent, price };
  return {
    ...stored,
    gaps: listGaps(files, shopConditions(ctx.shop))[0]?.gaps ?? [],
    claims: listClaims(files),
    prices,
    reference: referencePrice(isSame ? prices : [...prices, next]),
  };
}

/** The product as rows of files, which the checks expect. */
function oneProduct(code: string, draft: Fields, placed: CatalogueFiles['products'][number]): CatalogueFiles {
  return {
    categories: undefined,
    products: [placed],
    prices: [],
    texts: new Map([[code, textsOf(draft)]]),
    pictures: draft[PICTURES] ? new Map([[code, picturesOf(draft)]]) : new Map(),
    alts: pictureRowsOf(code, draft).map((row) => ({
      file: placed.file,
      line: placed.line,
      row: pictureRowSchema.parse(row),
    })),
    isWhole: true,
  };
}

async function pricesOf({ db }: Context, code: string): Promise<PricePoint[]> {
  const product = await findProductId(db.read, code);
  return product === undefined ? [] : ((await findPriceHistory(db.read, [product])).get(product) ?? []);
}

export interface FieldGap {
  /** What to supply, and the law. */
  hint: string;
  isRequiredByLaw: boolean;
}

/** The most serious gap of each column, for its field. */
export function fieldGaps({ t, locale }: Pick<OpenDesk, 't' | 'locale'>, gaps: readonly Gap[]): Map<string, FieldGap> {
  const gravestLast = [...gaps].sort((a, b) => Number(blocksSale(a)) - Number(blocksSale(b)));
  return new Map(
    gravestLast.map((gap) => [
      gap.column,
      {
        hint: [requestText(t, locale, gap), lawName(t, gap.law)].join(' '),
        isRequiredByLaw: gap.level !== 'recommended',
      },
    ]),
  );
}

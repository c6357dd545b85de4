import type { Locale } from '#src/i18n/locales.ts';
import type { ProductSummary } from './product.ts';

/** A component that offers what a shopper can do with a product; pages hand it in. */
export type ProductAction = (props: { locale: Locale; product: ProductSummary }) => unknown;

import type { Locale } from '#src/i18n/locales.ts';
import type { ProductSummary } from './product.ts';

/**
 * A component with the buttons for a product, for example "add to cart". Pages pass it to the catalogue's components.
 */
export type ProductAction = (props: { locale: Locale; product: ProductSummary }) => unknown;

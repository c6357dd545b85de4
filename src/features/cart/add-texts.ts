import { fill } from '#src/i18n/fill.ts';
import { formatPercent } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { resources } from '#src/i18n/translate.ts';
import { waysToPay } from '#src/i18n/ways-to-pay.ts';
import { isSmallBusiness, type ShopData } from '#src/settings/shop-yaml/shop-data.ts';
import type { AddTexts, CartTexts } from './cart-texts.ts';

export function addTexts(locale: Locale): AddTexts {
  const { add, addName, less, inCart, badge, added, soldOutHere, maxLines } = resources[locale].cart;
  return {
    add,
    addName,
    less,
    inCart,
    badge,
    added,
    sold_out: soldOutHere,
    max_units: fill(resources[locale].errors.max_units_warning, { products: '{{name}}' }),
    max_lines: maxLines,
  };
}

export function cartTexts(locale: Locale, shop: ShopData): CartTexts {
  const {
    title,
    description,
    ageRestricted,
    add,
    addName,
    less,
    inCart,
    badge,
    added,
    soldOutHere,
    maxLines,
    notKept,
    bar,
    toCart,
    ...texts
  } = resources[locale].cart;
  // The text gets its percent sign here, so that the browser needs no number formatter.
  const vat = isSmallBusiness(shop) ? '' : fill(texts.vat, { rate: formatPercent(0, locale).replace('0', '{{rate}}') });
  const terms = fill(texts.terms, { ways: waysToPay(locale, shop) });
  // § 312j (1) BGB: at the latest where an order begins.
  const excluded = shop.terms.noIslands ? ` ${resources[locale].checkout.island.excluded}` : '';
  return { ...texts, base: resources[locale].catalogue.price.base, vat, terms: terms + excluded };
}

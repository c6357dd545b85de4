import type checkoutTexts from '#locales/en-US/checkout.json';
import type { WITHDRAWAL_EXCEPTIONS } from '#src/features/catalogue/product.ts';
import { withoutBreak } from '#src/i18n/dispatch-note.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { resources, translator } from '#src/i18n/translate.ts';
import { deliveryTexts } from '#src/features/orders/delivery-texts.ts';
import { collectionHours, collectionPlace } from '#src/shared/delivery/collection.ts';
import { offeredMethods, type DeliveryMethod } from '#src/shared/delivery/delivery-method.ts';
import { localised, pages } from '#src/shared/paths.ts';
import type { Components } from '@paypal/paypal-js/sdk-v6';
import type { Context } from '#src/server/context.ts';
import type { ShopData } from '#src/settings/shop-yaml/shop-data.ts';
import { PAYMENT_SOURCES, type PaymentSource } from '#src/shared/payment-source.ts';
import { formTexts, type FormTexts } from '#src/ui/form/form-texts.ts';

/** URLs of the texts that an order refers to. */
export interface LegalLinks {
  terms: string;
  withdrawal: string;
  guarantee: string;
  /** The contact page, below the order button. */
  contact: string;
}

type Texts = typeof checkoutTexts;

/** The shop, at the moment when a page shows its terms. */
type Shown = Pick<Context, 'now' | 'shop'>;

/** Texts of the checkout step. */
export type CheckoutTexts = Texts['page'] &
  Pick<Texts, 'cancelled' | 'deliveryTerm'> & {
    /** By exception: why a product has no right of withdrawal, or when the right ends. */
    withdrawal: Record<(typeof WITHDRAWAL_EXCEPTIONS)[number], string>;
    checkoutError: string;
    priceChanged: string;
    notSignedIn: string;
    form: FormTexts;
  };

type StepText =
  | 'title'
  | 'backToCart'
  | 'placed'
  | 'haveAccount'
  | 'loginTitle'
  | 'loginText'
  | 'login'
  | 'register'
  | 'blocked'
  | 'failed';

/** Texts that the cart page contains. The order form brings its own, so that they do not load with the cart. */
export type StepTexts = Omit<CheckoutTexts, Exclude<keyof Texts['page'], StepText>> &
  Pick<Texts['express'], 'button' | 'hint' | 'guestWay'>;

/** Texts of the page to which PayPal redirects. */
export type ReturnTexts = CheckoutTexts &
  Omit<Texts['returnPage'], 'title' | 'description' | 'noScript'> & { purchases: string };

/** For pages, which pass the texts to their islands. Islands import only the type. */
export function checkoutTextsOf(locale: Locale, ctx: Shown): CheckoutTexts {
  const { page, cancelled, deliveryTerm } = resources[locale].checkout;
  const { withdrawal } = resources[locale].catalogue;
  const { checkout_error, price_changed, not_signed_in } = resources[locale].errors;
  const form = formTexts(locale, [
    'text',
    'email',
    'address',
    'number',
    'additional_address',
    'postal_code',
    'city',
    'country',
  ]);
  return {
    ...page,
    cancelled,
    deliveryTerm: withoutBreak(ctx, locale, deliveryTerm),
    withdrawal,
    checkoutError: checkout_error,
    priceChanged: price_changed,
    notSignedIn: not_signed_in,
    form,
  };
}

export function stepTextsOf(locale: Locale, ctx: Shown): StepTexts {
  const { cancelled, deliveryTerm, withdrawal, checkoutError, priceChanged, notSignedIn, form, ...page } =
    checkoutTextsOf(locale, ctx);
  const { title, backToCart, placed, haveAccount, loginTitle, loginText, login, register, blocked, failed } = page;
  const { button, hint, guestWay, byCard } = resources[locale].checkout.express;
  return {
    ...{ button, guestWay, hint: ctx.shop.payment.card ? `${byCard} ${hint}` : hint },
    ...{ title, backToCart, placed, haveAccount, loginTitle, loginText, login, register, blocked, failed },
    ...{ cancelled, deliveryTerm, withdrawal, checkoutError, priceChanged, notSignedIn, form },
  };
}

export function returnTextsOf(locale: Locale, ctx: Shown): ReturnTexts {
  const { returnPage, purchases } = resources[locale].checkout;
  const { title, description, noScript, ...texts } = returnPage;
  return { ...checkoutTextsOf(locale, ctx), ...texts, purchases: purchases.title };
}

/** Texts of the review page. */
export type ReviewTexts = CheckoutTexts &
  Pick<Texts, 'addressProblems'> &
  Omit<Texts['express'], 'title' | 'description' | 'noScript' | 'byCard'> & { intoCart: string; back: string };

export function reviewTextsOf(locale: Locale, ctx: Shown): ReviewTexts {
  const { express, addressProblems } = resources[locale].checkout;
  const { title, description, noScript, byCard, ...texts } = express;
  const { cart, common } = resources[locale];
  return { ...checkoutTextsOf(locale, ctx), ...texts, addressProblems, intoCart: cart.add, back: common.back };
}

type PaymentChoiceTexts = Texts['paymentChoice'];
export type CardTexts = Texts['cardFields'];
type WalletTexts = Texts['wallet'];

/** What the choice of a way to pay needs. */
export interface PaymentChoiceOptions {
  texts: PaymentChoiceTexts;
  cardTexts: CardTexts | undefined;
  walletTexts: WalletTexts | undefined;
  sources: readonly PaymentSource[];
  /** The parts of PayPal's script for `sources`. */
  components: readonly Components[];
  /** What a wallet's sheet calls the shop. */
  shopName: string;
  /** Whether the shop takes bank transfers. */
  transfer: boolean;
}

const COMPONENTS: Record<PaymentSource, Components> = {
  card: 'card-fields',
  googlePay: 'googlepay-payments',
  applePay: 'applepay-payments',
};

/** undefined in a shop that takes PayPal accounts only. */
export function paymentChoiceOf(locale: Locale, { payment, terms }: Pick<ShopData, 'payment' | 'terms'>) {
  const sources = PAYMENT_SOURCES.filter((source) => payment[source]);
  const transfer = payment.iban !== undefined;
  if (sources.length === 0 && !transfer) return undefined;
  const { paymentChoice: texts, cardFields, wallet } = resources[locale].checkout;
  const choice: PaymentChoiceOptions = {
    texts,
    cardTexts: payment.card ? cardFields : undefined,
    walletTexts: payment.googlePay || payment.applePay ? wallet : undefined,
    sources,
    components: sources.map((name) => COMPONENTS[name]),
    shopName: terms.name,
    transfer,
  };
  return choice;
}

/** The choice between PayPal and a transfer; undefined in a shop that takes no transfers. */
export function transferChoiceOf(locale: Locale, { payment, terms }: Pick<ShopData, 'payment' | 'terms'>) {
  const paypalOnly = { ...payment, card: false, googlePay: false, applePay: false };
  return paymentChoiceOf(locale, { payment: paypalOnly, terms });
}

/** A delivery method that the buyer may choose. */
interface DeliveryWay {
  method: DeliveryMethod;
  name: string;
  text: string;
  /** The term in the overview, and the name of its line for shipping. */
  term: string;
  shipping: string;
}

/** What the choice of a delivery method needs. */
export interface DeliveryChoiceOptions {
  title: string;
  ways: DeliveryWay[];
  texts: Pick<Texts['delivery'], 'place' | 'hours' | 'lost'>;
  /** Where orders are collected: the address in one line, the opening hours, how long an order is kept. */
  collection?: Record<'place' | 'hours' | 'kept', string>;
}

/** undefined in a shop that sends all orders, and in one way only. */
export function deliveryChoiceOf(locale: Locale, ctx: Shown): DeliveryChoiceOptions | undefined {
  const { shop } = ctx;
  const { collection, fastDelivery, terms } = shop;
  const methods = offeredMethods(shop);
  if (methods.length === 1) return undefined;
  const { delivery } = resources[locale].checkout;
  const t = translator(locale);
  const isFreeToo = fastDelivery.freeToo && terms.freeFrom !== undefined;
  const textOf = {
    standard: t(fastDelivery.offered ? 'checkout:deliveryTerm' : 'checkout:delivery.standardText'),
    fast: t(isFreeToo ? 'checkout:fast.textFree' : 'checkout:fast.text'),
    collection: t('checkout:delivery.collectionText'),
  };
  const { street, postalCode, city } = collectionPlace(shop);
  return {
    title: t(collection.offered ? 'checkout:delivery.title' : 'checkout:fast.title'),
    ways: methods.map((method) => {
      const { term, price: shipping } = deliveryTexts(t, { deliveryMethod: method });
      return {
        method,
        name: delivery.ways[method],
        text: textOf[method],
        term: withoutBreak(ctx, locale, term),
        shipping,
      };
    }),
    texts: { place: delivery.place, hours: delivery.hours, lost: delivery.lost },
    ...(collection.offered && {
      collection: {
        place: `${street}, ${postalCode} ${city}`,
        hours: collectionHours(collection, locale),
        kept: t('checkout:collection.kept', { count: collection.keepDays }),
      },
    }),
  };
}

export const legalLinksOf = (locale: Locale): LegalLinks => ({
  terms: localised(locale, pages.legal('terms-conditions')),
  withdrawal: localised(locale, pages.legal('withdrawal')),
  guarantee: localised(locale, pages.guarantee()),
  contact: localised(locale, pages.contact()),
});

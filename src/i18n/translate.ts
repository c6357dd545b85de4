import { createInstance, type TFunction, type TOptions } from 'i18next';
import deAccount from '#locales/de-DE/account.json' with { type: 'json' };
import deCart from '#locales/de-DE/cart.json' with { type: 'json' };
import deCatalogue from '#locales/de-DE/catalogue.json' with { type: 'json' };
import deCheckout from '#locales/de-DE/checkout.json' with { type: 'json' };
import deCommon from '#locales/de-DE/common.json' with { type: 'json' };
import deConsent from '#locales/de-DE/consent.json' with { type: 'json' };
import deContact from '#locales/de-DE/contact.json' with { type: 'json' };
import deEmulator from '#locales/de-DE/emulator.json' with { type: 'json' };
import deErrors from '#locales/de-DE/errors.json' with { type: 'json' };
import deLegal from '#locales/de-DE/legal.json' with { type: 'json' };
import deMail from '#locales/de-DE/mail.json' with { type: 'json' };
import deWithdrawal from '#locales/de-DE/withdrawal.json' with { type: 'json' };
import enAccount from '#locales/en-US/account.json' with { type: 'json' };
import enCart from '#locales/en-US/cart.json' with { type: 'json' };
import enCatalogue from '#locales/en-US/catalogue.json' with { type: 'json' };
import enCheckout from '#locales/en-US/checkout.json' with { type: 'json' };
import enCommon from '#locales/en-US/common.json' with { type: 'json' };
import enConsent from '#locales/en-US/consent.json' with { type: 'json' };
import enContact from '#locales/en-US/contact.json' with { type: 'json' };
import enEmulator from '#locales/en-US/emulator.json' with { type: 'json' };
import enErrors from '#locales/en-US/errors.json' with { type: 'json' };
import enLegal from '#locales/en-US/legal.json' with { type: 'json' };
import enMail from '#locales/en-US/mail.json' with { type: 'json' };
import enWithdrawal from '#locales/en-US/withdrawal.json' with { type: 'json' };
import ptAccount from '#locales/pt-BR/account.json' with { type: 'json' };
import ptCart from '#locales/pt-BR/cart.json' with { type: 'json' };
import ptCatalogue from '#locales/pt-BR/catalogue.json' with { type: 'json' };
import ptCheckout from '#locales/pt-BR/checkout.json' with { type: 'json' };
import ptCommon from '#locales/pt-BR/common.json' with { type: 'json' };
import ptConsent from '#locales/pt-BR/consent.json' with { type: 'json' };
import ptContact from '#locales/pt-BR/contact.json' with { type: 'json' };
import ptEmulator from '#locales/pt-BR/emulator.json' with { type: 'json' };
import ptErrors from '#locales/pt-BR/errors.json' with { type: 'json' };
import ptLegal from '#locales/pt-BR/legal.json' with { type: 'json' };
import ptMail from '#locales/pt-BR/mail.json' with { type: 'json' };
import ptWithdrawal from '#locales/pt-BR/withdrawal.json' with { type: 'json' };
import { FALLBACK_LOCALE, LOCALE_CODES, type Locale } from './locales.ts';

export const resources = {
  'pt-BR': {
    common: ptCommon,
    catalogue: ptCatalogue,
    cart: ptCart,
    checkout: ptCheckout,
    account: ptAccount,
    errors: ptErrors,
    emulator: ptEmulator,
    mail: ptMail,
    consent: ptConsent,
    contact: ptContact,
    legal: ptLegal,
    withdrawal: ptWithdrawal,
  },
  'de-DE': {
    common: deCommon,
    catalogue: deCatalogue,
    cart: deCart,
    checkout: deCheckout,
    account: deAccount,
    errors: deErrors,
    emulator: deEmulator,
    mail: deMail,
    consent: deConsent,
    contact: deContact,
    legal: deLegal,
    withdrawal: deWithdrawal,
  },
  'en-US': {
    common: enCommon,
    catalogue: enCatalogue,
    cart: enCart,
    checkout: enCheckout,
    account: enAccount,
    errors: enErrors,
    emulator: enEmulator,
    mail: enMail,
    consent: enConsent,
    contact: enContact,
    legal: enLegal,
    withdrawal: enWithdrawal,
  },
} as const;

export const NAMESPACES = [
  'common',
  'catalogue',
  'cart',
  'checkout',
  'account',
  'errors',
  'emulator',
  'mail',
  'consent',
  'contact',
  'legal',
  'withdrawal',
] as const;
export type Namespaces = typeof NAMESPACES;

// One instance, never switched: a global language would answer concurrent requests in the wrong one.
const i18n = createInstance();
void i18n.init({
  resources,
  fallbackLng: FALLBACK_LOCALE,
  ns: NAMESPACES,
  defaultNS: 'common',
  interpolation: { escapeValue: false }, // Astro and React escape what they print
  initAsync: false,
});

export type Translate = TFunction<Namespaces>;

/** i18next looks a key up anew at each call; a text without values is always the same. */
function remembering(translate: (key: string, values?: TOptions) => string): Translate {
  const known = new Map<string, string>();
  const remember = (key: string, values?: TOptions): string => {
    if (values) return translate(key, values);
    const text = known.get(key) ?? translate(key);
    known.set(key, text);
    return text;
  };
  return remember as unknown as Translate;
}

const translators = new Map(LOCALE_CODES.map((locale) => [locale, remembering(i18n.getFixedT(locale, NAMESPACES) as never)]));

/** The texts of one language: `t('search.label')`, `t('catalogue:count', { count })`. */
export const translator = (locale: Locale): Translate => translators.get(locale)!;

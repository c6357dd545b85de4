import type consentTexts from '#locales/en-US/consent.json';

/** The texts of locales/<lng>/consent.json. */
export type ConsentTexts = typeof consentTexts;

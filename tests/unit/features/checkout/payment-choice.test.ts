import { expect, it } from 'vitest';
import { paymentChoiceOf } from '#src/features/checkout/checkout-texts.ts';
import { waysToPay } from '#src/i18n/ways-to-pay.ts';
import { DEMO_FACTS } from '../../../support/shops/demo-facts.ts';

const withPayment = (more: object) => ({ ...DEMO_FACTS, payment: { ...DEMO_FACTS.payment, ...more } });

it('a shop that takes PayPal accounts only gives its cart page nothing to choose', () => {
  expect(paymentChoiceOf('de-DE', DEMO_FACTS)).toBeUndefined();
  expect(waysToPay('de-DE', DEMO_FACTS)).toBe('PayPal');
});

it('the cart page gets the texts and the parts of PayPal’s script for what is activated, and no others', () => {
  expect(paymentChoiceOf('de-DE', withPayment({ card: true }))).toMatchObject({
    sources: ['card'],
    components: ['card-fields'],
    walletTexts: undefined,
    transfer: false,
  });
  expect(paymentChoiceOf('de-DE', withPayment({ applePay: true, iban: 'DE89370400440532013000' }))).toMatchObject({
    components: ['applepay-payments'],
    cardTexts: undefined,
    transfer: true,
  });
});

it('pages name what is activated, in their language', () => {
  const all = withPayment({ card: true, googlePay: true, applePay: true, iban: 'DE89370400440532013000' });
  expect([waysToPay('de-DE', all), waysToPay('en-US', all), waysToPay('pt-BR', all)]).toEqual([
    'PayPal, Karte, Google Pay, Apple Pay oder Überweisung',
    'PayPal, card, Google Pay, Apple Pay, or bank transfer',
    'PayPal, cartão, Google Pay, Apple Pay ou transferência bancária',
  ]);
});

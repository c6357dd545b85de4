import { describe, expect, it } from 'vitest';
import { recipientOf } from '#src/features/orders/recipient.ts';

const ACCOUNT = {
  ...{ name: 'Ana', lastname: 'Käuferin', address: 'Eigener Weg', number: '1', additional_address: '' },
  ...{ postal_code: '10115', city: 'Berlin', country: 'DE' },
};
const HOME = { ...ACCOUNT, name: 'Ana Käuferin' };
const OWN = ['Ana Käuferin', 'Eigener Weg 1', '10115 Berlin'];
const GIFT = {
  ...HOME,
  name: 'Bob Beschenkter',
  address: 'Fremde Straße',
  number: '99',
  postal_code: '01067',
  city: 'Dresden',
};
const TO_BOB = ['Bob Beschenkter', 'Fremde Straße 99', '01067 Dresden'];
const STATION = { ...HOME, address: 'Packstation', number: '145', additional_address: '12345678', city: 'Leipzig' };
const TO_STATION = ['Ana Käuferin', 'Postnummer 12345678', 'Packstation 145', '10115 Leipzig'];

const order = (address: typeof HOME) => ({ clientName: 'Ana Käuferin', address });

describe('the recipient of an invoice', () => {
  it('is the account when the goods go there', () => {
    expect(recipientOf(order(HOME), ACCOUNT)).toEqual({ buyer: OWN });
  });

  it('is the account’s name and address when the goods go to work, another person or a parcel point', () => {
    const toWork = { buyer: OWN, deliverTo: ['Ana Käuferin', 'Eigener Weg 2', '10115 Berlin'] };
    expect(recipientOf(order({ ...HOME, number: '2' }), ACCOUNT)).toEqual(toWork);
    expect(recipientOf(order(GIFT), ACCOUNT)).toEqual({ buyer: OWN, deliverTo: TO_BOB });
    expect(recipientOf(order(STATION), ACCOUNT)).toEqual({ buyer: OWN, deliverTo: TO_STATION });
  });

  it('includes the country of an account outside of Germany', () => {
    const { buyer } = recipientOf(order(GIFT), { ...ACCOUNT, postal_code: '1010', city: 'Wien', country: 'AT' });
    expect(buyer).toEqual(['Ana Käuferin', 'Eigener Weg 1', '1010 Wien', 'Österreich']);
  });

  it('is one address when the account’s own is the parcel point', () => {
    const account = { ...STATION, name: 'Ana', lastname: 'Käuferin' };
    expect(recipientOf(order(STATION), account)).toEqual({ buyer: TO_STATION });
  });

  it('is the delivery address when the buyer has no account', () => {
    expect(recipientOf({ clientName: 'Bob Beschenkter', address: GIFT }, undefined)).toEqual({ buyer: TO_BOB });
    expect(recipientOf(order(GIFT), undefined)).toEqual({ buyer: ['Ana Käuferin', ...TO_BOB] });
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';

/** Receipts that one network may ask for in an hour. */
const LIMIT = 5;

let own: FreshShop;
beforeAll(async () => {
  own = await freshShop();
});
afterAll(() => own?.dispose());

const network = (subnet: number) => `2001:db8:7:${subnet}::/64`;
const take = async (address: string) => (await takeAttempt(own, { receipt_address: address }))?.kind ?? 'taken';

it('the limit of attempts lets all networks of one /48 make four times the attempts of one network', async () => {
  for (let subnet = 1; subnet <= 4; subnet++) {
    for (let attempt = 0; attempt < LIMIT; attempt++) expect(await take(network(subnet))).toBe('taken');
    expect(await take(network(subnet))).toBe('too_many_requests');
  }
  expect(await take(network(5))).toBe('too_many_requests');
  expect(await take('2001:db8:8:1::/64')).toBe('taken');
});

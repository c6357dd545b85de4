import { expect, it } from 'vitest';
import { desk, groupsFor, sectionOf } from '#src/desk/desk-paths.ts';
import { ROLES } from '#src/desk/roles.ts';

const namesOf = (role: (typeof ROLES)[number]) => groupsFor(role).map(({ name }) => name);

it('the navigation of the desk has at most seven entries, and each role sees those it may open', () => {
  expect(namesOf('owner')).toEqual(['today', 'orders', 'products', 'customers', 'finance', 'content', 'settings']);
  expect(namesOf('packer')).toEqual(['today', 'orders', 'products', 'settings']);
  expect(namesOf('editor')).toEqual(['today', 'products', 'content', 'settings']);
  expect(groupsFor('packer').flatMap(({ sections }) => sections.map(({ name }) => name))).toEqual([
    'today',
    'orders',
    'offers',
    'packing',
    'stock',
    'account',
  ]);
});

it('a page of the desk belongs to the innermost section of its address', () => {
  for (const [address, section] of [
    ['/desk', 'today'],
    ['/desk/orders/[number]/refund', 'orders'],
    ['/desk/products/[code]/pictures', 'products'],
    ['/desk/products/recalls/[code]', 'recalls'],
    ['/desk/products/categories/[slug]', 'categories'],
    ['/desk/money/bookings.csv', 'money'],
    [desk.paypal(), 'paypal'],
    [desk.transfers(), 'transfers'],
    [desk.audit(), 'audit'],
  ] as const)
    expect(sectionOf(address)?.name, address).toBe(section);
  expect(sectionOf('/desk/unknown')).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { checkFamilies, toMember } from '#src/features/editing/server/checks/check-families.ts';
import { describeMistake } from '#src/server/content/mistake.ts';
import type { Cells } from '../../../../../support/catalogue/catalogue.ts';
import { catalogueFiles } from '../../../../../support/catalogue/catalogue-files.ts';

const complaints = (...products: Cells[]) =>
  checkFamilies(catalogueFiles({ products }).products.map(toMember)).map(describeMistake);

const FIRST: Cells = { cod_catalog: 'BEB-001', net_quantity: 250 };
const sizes = (count: number): Cells[] =>
  Array.from({ length: count }, (_, index) => ({
    cod_catalog: `BEB-${100 + index}`,
    net_quantity: 300 + index,
    variant_of: 'BEB-001',
  }));

describe('the products of a family', () => {
  it('may be 40 of different contents', () => {
    expect(complaints(FIRST, ...sizes(39))).toEqual([]);
  });

  it('are at most 40', () => {
    expect(complaints(FIRST, ...sizes(40))).toEqual([
      'products.csv:42 variant_of: BEB-001 and its variants are 41 products. At most 40 are possible.',
    ]);
  });

  it('may have the same content when what differs is written down', () => {
    expect(
      complaints({ ...FIRST, variant_de: 'Rose' }, { ...FIRST, cod_catalog: 'BEB-002', variant_of: 'BEB-001' }),
    ).toEqual([]);
  });

  it('do not look the same', () => {
    expect(complaints(FIRST, { ...FIRST, cod_catalog: 'BEB-002', variant_of: 'BEB-001' })).toEqual([
      'products.csv:3 variant_of: BEB-002 looks like its variant BEB-001. ' +
        'Write what differs in variant_pt, variant_de and variant_en.',
    ]);
  });

  it('have a first product that the shop sells', () => {
    expect(complaints({ ...FIRST, variant_of: 'BEB-009' })).toEqual([
      'products.csv:2 variant_of: the shop has no product BEB-009. Correct the code, or leave it empty.',
    ]);
  });

  it('are not variants of themselves', () => {
    expect(complaints({ ...FIRST, variant_of: 'BEB-001' })).toEqual([
      'products.csv:2 variant_of: is BEB-001 itself. Write the code of the first product, or leave it empty.',
    ]);
  });

  it('make no chain', () => {
    const chain = [
      { cod_catalog: 'BEB-002', net_quantity: 300, variant_of: 'BEB-001' },
      { cod_catalog: 'BEB-003', net_quantity: 400, variant_of: 'BEB-002' },
    ];
    expect(complaints(FIRST, ...chain)).toEqual([
      'products.csv:4 variant_of: BEB-002 is itself a variant. Write BEB-001.',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { facetsOf, setFacets } from '#src/features/catalogue/facets.ts';
import { ALLERGENS } from '#src/features/catalogue/facts.ts';
import { askedForm } from '#src/desk/server/desk-form.ts';
import { typedFields } from '#src/features/editing/desk/typed-product.ts';
import { choices } from '#src/features/editing/server/cells.ts';

describe('a product', () => {
  it('fits no facet while nothing is known of it', () => {
    expect(facetsOf({})).toEqual([]);
    expect(facetsOf({ vegan: 'no', vegetarian: 'no', traces: 'milk' })).toEqual([]);
  });

  it('is vegetarian when it is vegan', () => {
    expect(facetsOf({ vegan: 'yes' })).toEqual(['vegan', 'vegetarian']);
    expect(facetsOf({ vegetarian: 'yes' })).toEqual(['vegetarian']);
  });

  it('is without an allergen only if neither its ingredients nor its traces name it', () => {
    expect(facetsOf({ allergens: 'none' })).toHaveLength(ALLERGENS.length);
    const facets = facetsOf({ allergens: 'milk soy', traces: 'nuts' });
    expect(facets).toHaveLength(ALLERGENS.length - 3);
    for (const name of ['withoutMilk', 'withoutSoy', 'withoutNuts']) expect(facets).not.toContain(name);
    expect(facets).toContain('withoutGluten');
  });

  it('may have several scents and suit several types of hair', () => {
    expect(facetsOf({ scent: 'citrus woody', hairType: 'dry' })).toEqual(['scentCitrus', 'scentWoody', 'hairDry']);
    expect(facetsOf({ scent: 'none' })).toEqual([]);
  });
});

describe('a cell with several values', () => {
  const cell = choices(['gluten', 'egg', 'milk']);

  it('keeps each known value once, in the order of the list', () => {
    expect(cell.parse('milk, gluten;milk')).toBe('gluten milk');
    expect(cell.parse('none')).toBe('none');
  });

  it.each([
    ['milk none', 'has none beside others.'],
    ['lactose', '"lactose" is not possible.'],
    [' , ', '" , " is not possible'],
  ])('refuses %o and says what to write', (written, told) => {
    const [issue] = cell.safeParse(written).error?.issues ?? [];
    expect(issue?.message).toContain(told);
    expect(issue?.message).toContain('Write one or more of: gluten, egg, milk; or none');
  });

  it('is typed at the desk with a box for each value', () => {
    const typed = (query: string) => typedFields(askedForm(new URL(`http://shop.example/?${query}`)));
    expect(typed('allergens=&allergens=egg&allergens=milk')).toEqual({ allergens: 'egg milk' });
    expect(typed('allergens=')).toEqual({ allergens: '' });
  });
});

it('a set fits a diet and “without …” only when each of its parts does, whatever its own row says', () => {
  const vegan = facetsOf({ vegan: 'yes', allergens: 'none' });
  const milk = facetsOf({ vegetarian: 'yes', allergens: 'milk' });
  const set = { vegan: 'yes', allergens: 'none', scent: 'fruity' } as const;
  expect(setFacets(set, [vegan, milk])).toEqual([...milk, 'scentFruity']);
  expect(setFacets(set, [vegan, []])).toEqual(['scentFruity']);
  expect(setFacets({}, [vegan, vegan])).toEqual(vegan);
  for (const name of ['vegan', 'withoutSoy'])
    expect(setFacets({ vegan: 'no', allergens: 'soy' }, [vegan])).not.toContain(name);
  expect(setFacets(set, [])).toEqual(['scentFruity']);
});

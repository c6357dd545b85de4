import { describe, expect, it } from 'vitest';
import { needlesslyMarked, unmarkedAllergens } from '../../../support/catalogue/allergens.ts';
import { readDemoCatalogue } from '../../../support/catalogue/demo-catalogue.ts';

describe('the search for allergens', () => {
  it.each([
    ['Zucker, Vollmilchpulver, Magermilch', ['Vollmilchpulver', 'Magermilch']],
    ['Weizenmehl, Gerstenmalz, Haferflocken', ['Weizenmehl', 'Gerstenmalz', 'Haferflocken']],
    ['Emulgator Sojalecithin, **Soja**öl', ['Sojalecithin']],
    ['Eier, Vollei, Eigelb, Ei, Eipulver', ['Eier', 'Vollei', 'Eigelb', 'Ei', 'Eipulver']],
    ['Paranüsse, Cashewkerne, Erdnussbutter, Mandeln', ['Paranüsse', 'Cashewkerne', 'Erdnussbutter', 'Mandeln']],
    [
      'Thunfisch, Garnelen, Sesamöl, Senfkörner, Natriummetabisulfit',
      ['Thunfisch', 'Garnelen', 'Sesamöl', 'Senfkörner', 'Natriummetabisulfit'],
    ],
    ['Kokosmilch, Kakaobutter, Milchsäure, Buchweizen, Buttergeschmack', []],
    ['Rindfleisch, Fruchtfleisch, Eisen, Kokosnuss, Muskatnuss, Reismehl, Speisesalz, Maltodextrin', []],
    ['**Milch**, **Triticalemehl (Weizen, Roggen)**', []],
  ])('finds allergens in "%s": %j', (ingredients, found) => {
    expect(unmarkedAllergens(ingredients)).toEqual(found);
  });

  it('reports bold words that are not allergens', () => {
    expect(needlesslyMarked('**Zucker**, **Milch**, **Kokosmilch**')).toEqual(['Zucker', 'Kokosmilch']);
  });
});

describe('the demo catalogue’s ingredients', () => {
  it('show all allergens in bold, and nothing else', async () => {
    const { files } = await readDemoCatalogue();
    const lists = files.products.flatMap(({ row }) =>
      row.ingredients_de ? [[row.cod_catalog, row.ingredients_de] as const] : [],
    );
    expect(lists.length).toBeGreaterThan(30);
    expect(lists.map(([code, text]) => [code, unmarkedAllergens(text)]).filter(([, words]) => words?.length)).toEqual(
      [],
    );
    expect(lists.map(([code, text]) => [code, needlesslyMarked(text)]).filter(([, words]) => words?.length)).toEqual(
      [],
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slugify, uniqueSlug } from '#src/features/catalogue/slug.ts';
import { readRealProducts } from '../../../support/catalogue/openfoodfacts.ts';
import { anyCharacter } from '../../../support/texts/fuzz-values.ts';

const ADDRESS = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const anyName = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.lorem(),
);
const anyCode = fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{1,19}$/);

describe('a slug derived from a name', () => {
  it.each([
    ['Pão de Queijo 1 kg', 'pao-de-queijo-1-kg'],
    ['AÇÚCAR União®', 'acucar-uniao'],
    ['Água-de-coco "Sococo"', 'agua-de-coco-sococo'],
    ["Olho d'água, Olho d’água, Olho d´água", 'olho-dagua-olho-dagua-olho-dagua'],
    ['Café & Leite', 'cafe-e-leite'],
    ['Nescau™ 2ª edição, ½ preço', 'nescau-2a-edicao-1-2-preco'],
    ['Grüße aus São Paulo', 'grusse-aus-sao-paulo'],
    ['𝐁𝐫𝐚𝐬𝐢𝐥 ＮＡＴＵＲＡ', 'brasil-natura'],
    ['İstanbul Æther Œuvre Łódź', 'istanbul-aether-oeuvre-lodz'],
    ['<b>Feijão</b> <script>alert(1)</script>', 'b-feijao-b-script-alert-1-script'],
    ['  ../../etc/passwd?x=1#y  ', 'etc-passwd-x-1-y'],
    ['Mate 茶 chá', 'mate-cha'],
  ])('for "%s" is "%s"', (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  it('ends after a whole word within 80 characters for a very long name', () => {
    const words = 'goiabada cascão com queijo minas curado da serra da canastra embalado em caixa de madeira de pinho';
    expect(slugify(words)).toBe('goiabada-cascao-com-queijo-minas-curado-da-serra-da-canastra-embalado-em-caixa');
  });

  it('keeps all words that fill exactly 80 characters', () => {
    const words = `${'x'.repeat(39)} ${'y'.repeat(40)}`;
    expect(slugify(`${words} z`)).toBe(words.replace(' ', '-'));
  });

  it('ends after 80 characters for one endless word', () => {
    expect(slugify('x'.repeat(5000))).toBe('x'.repeat(80));
  });

  it('contains only small letters and digits between single hyphens, whatever the name', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const slug = slugify(name);
        expect(slug.length).toBeLessThanOrEqual(80);
        if (slug) expect(slug).toMatch(ADDRESS);
      }),
    );
  });

  it('is unchanged when it is converted again', () => {
    fc.assert(fc.property(anyName, (name) => slugify(slugify(name)) === slugify(name)));
  });
});

describe('a unique slug', () => {
  it('gets a number from 2 on when the name is taken', () => {
    const taken = new Set<string>();
    const slugs = ['Café', 'CAFÉ', 'Café 2', 'café'].map((name) => uniqueSlug(name, 'BEB-001', taken));
    expect(slugs).toEqual(['cafe', 'cafe-2', 'cafe-2-2', 'cafe-3']);
  });

  it('is derived from the catalogue code when the name has only symbols', () => {
    expect(uniqueSlug('★ ☆ ★', 'BEB-001', new Set())).toBe('beb-001');
    expect(uniqueSlug('茶', 'BEB-002', new Set())).toBe('beb-002');
  });

  it('is given only once, whatever the names', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyName, anyCode), { maxLength: 40 }), (products) => {
        const taken = new Set<string>();
        const slugs = products.map(([name, code]) => uniqueSlug(name, code, taken));
        expect(new Set(slugs).size).toBe(products.length);
        for (const slug of slugs) expect(slug).toMatch(ADDRESS);
      }),
    );
  });

  it('exists for each of 1,005 real names, and is the same every time', () => {
    const products = readRealProducts();
    const addresses = () => {
      const taken = new Set<string>();
      return products.map(({ name, barcode }) => uniqueSlug(name, barcode, taken));
    };
    const slugs = addresses();
    expect(new Set(slugs).size).toBe(1005);
    expect(slugs.filter((slug) => !ADDRESS.test(slug))).toEqual([]);
    expect(addresses()).toEqual(slugs);
  });
});

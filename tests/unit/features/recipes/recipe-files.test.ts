import { describe, expect, it } from 'vitest';
import { readRecipe } from '#src/features/recipes/server/recipe-files.ts';
import { slugsIn } from '#src/server/content/written-file.ts';
import { isPublic } from '#src/server/content/written-folder.ts';

const YAML = `published: 2026-11-28
updated: 2026-11-28
makes: 4 portions
prep: 10
ingredients:
  - amount: 500 g
    code: GRA-001
    substitute: GRA-002
    pt: feijão
    de: Bohnen
    en: beans
  - pt: sal
    de: Salz
    en: salt
`;
const TEXT = '---\ntitle: Soup\ndescription: A soup.\n---\n\n1. Boil **everything**.\n2. Eat.\n\n## Tip\n\nCool.\n';

const read = (yaml: string, text = TEXT, files: Record<string, string> = {}) =>
  readRecipe('soup', (name) => {
    const source = files[name] ?? (name.endsWith('.yaml') ? yaml : text);
    if (source === 'missing') throw new Error(name);
    return source;
  });

describe('a recipe', () => {
  it('has shared facts, and words and steps in each language', () => {
    const recipe = read(YAML);
    expect(recipe).toMatchObject({
      slug: 'soup',
      draft: false,
      makes: { count: 4, of: 'portions' },
      minutes: { prep: 10, cook: 0, wait: 0 },
      ingredients: [
        { amount: { value: 500, unit: 'g' }, code: 'GRA-001', substitute: 'GRA-002', names: { 'de-DE': 'Bohnen' } },
        { amount: undefined, code: undefined, names: { 'pt-BR': 'sal' } },
      ],
    });
    expect(recipe.texts['en-US']).toMatchObject({ title: 'Soup', steps: ['Boil everything.', 'Eat.'] });
    expect(recipe.texts['de-DE']?.html).toContain('<li>Boil <strong>everything</strong>.</li>');
  });

  it.each([
    ['an unknown unit', YAML.replace('500 g', '2 cups'), 'recipes/soup.yaml:6 ingredients.1.amount: is not an amount'],
    ['no amount', YAML.replace('500 g', '0 g'), 'recipes/soup.yaml:6 ingredients.1.amount: is not an amount'],
    ['no yield', YAML.replace('4 portions', 'some'), 'recipes/soup.yaml:3 makes: is not like "6 portions"'],
    [
      'a date that does not exist',
      YAML.replace('updated: 2026-11-28', 'updated: 2026-02-30'),
      'recipes/soup.yaml:2 updated',
    ],
    ['an ingredient without a name', YAML.replace('    de: Salz\n', ''), 'recipes/soup.yaml:12 ingredients.2.de'],
    [
      'a name that is an alias of YAML',
      YAML.replace('pt: sal', 'pt: *sal*'),
      'recipes/soup.yaml:12: has a value that begins with *',
    ],
    [
      'a substitute without a product',
      YAML.replace('    code: GRA-001\n', ''),
      'recipes/soup.yaml:7 ingredients.1.substitute: needs a code',
    ],
    [
      'a product twice',
      YAML.replace('  - pt: sal', '  - code: GRA-002\n    pt: sal'),
      'recipes/soup.yaml:12 ingredients.2.code: GRA-002 is above already',
    ],
    ['an unknown field', `${YAML}servings: 4\n`, 'recipes/soup.yaml:15 servings'],
    ['broken YAML', YAML.replace('makes: 4', 'makes: [4'), 'recipes/soup.yaml:4'],
  ])('with %s is refused with file, line and field', (_what, yaml, message) => {
    expect(() => read(yaml)).toThrow(message);
  });

  it.each([
    ['without a title', TEXT.replace('title: Soup\n', ''), ':2 title'],
    ['with an empty title', TEXT.replace('title: Soup', "title: ''"), ':2 title'],
    ['with a title that is an alias of YAML', TEXT.replace('Soup', '*Soup*'), ':2: has a value that begins with *'],
    ['without a head', 'Boil.', ':1: has no head'],
    ['without steps', TEXT.replace(/\d\. /g, ''), ': has no steps'],
    ['with HTML', `${TEXT}\n<script>x</script>\n`, ': contains HTML'],
    ['too long', `${TEXT}${'a'.repeat(30_001)}`, ': is too long'],
  ])('is refused %s', (_what, text, message) => {
    expect(() => read(YAML, TEXT, { 'recipes/soup.de-DE.md': text })).toThrow(`recipes/soup.de-DE.md${message}`);
  });

  it('reports all its mistakes together, and a missing language', () => {
    const files = { 'recipes/soup.pt-BR.md': 'missing' };
    expect(() => read(YAML.replace('4 portions', 'some'), TEXT, files)).toThrow(
      /soup\.yaml:3 makes[\s\S]*soup\.pt-BR\.md: is missing/,
    );
  });

  it.each([
    ['on its first day', YAML, '2026-11-28', true],
    ['before its first day', YAML, '2026-11-27', false],
    ['as a draft', `${YAML}draft: true\n`, '2026-11-29', false],
  ])('is shown from its first day on, unless it is a draft: %s', (_what, yaml, today, shows) => {
    expect(isPublic(read(yaml), today)).toBe(shows);
  });

  it('is named by its file', () => {
    expect(slugsIn('recipes', ['recipes/a.yaml', 'recipes/a.de-DE.md', 'recipes/README.md'])).toEqual(['a']);
  });
});

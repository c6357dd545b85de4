import { describe, expect, it } from 'vitest';
import { parseLegalText } from '#src/features/legal/server/legal.loader.ts';

const HEAD = '---\ntitle: Terms\ndescription: Of {{shop.name}}\nupdated: 2026-11-21\ndraft: true\n---\n';
const PLACES = new Map([
  ['shop.name', 'Vitrine'],
  ['company.name', '\\[Firmenname\\]'],
  ['contact.email', 'a_b@shop.example'],
  ['page.contact', '/de/contact'],
]);
const read = (source: string) => parseLegalText('terms.de-DE.md', source, PLACES);

describe('a legal text', () => {
  it('is filled in head and body, for the page and as plain text', () => {
    const text = read(
      `${HEAD}\n## One\n\n{{company.name}}  \n{{ contact.email }}\n\n1. [Write]({{page.contact}}) **now**\n2. Done\n`,
    );
    expect(text).toMatchObject({ title: 'Terms', description: 'Of Vitrine', updated: '2026-11-21', draft: true });
    expect(text.sections).toEqual([{ id: 'section-1', title: 'One' }]);
    expect(text.html).toContain('[Firmenname]<br />');
    expect(text.html).toContain('<a href="/de/contact">Write</a> <strong>now</strong>');
    expect(text.text).toBe('One\n---\n\n[Firmenname]\na_b@shop.example\n\n1. Write (/de/contact) now\n2. Done');
  });

  it('removes markup that could run or load something, and reports it', () => {
    const { html, removed } = read(
      `${HEAD}\n## One\n\n<form><button>Go</button></form>\n\n<img src="cid:x.svg"> {{company.name}}`,
    );
    expect(html).toBe('<h2 id="section-1">One</h2>\nGo<p> [Firmenname]</p>');
    expect(removed).toEqual(['<form>', '<button>', '<img>']);
  });

  it('may have Windows line endings', () => {
    const text = `${HEAD}\n## One\n\nText\n`;
    expect(read(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(read(text));
  });

  it.each(['company.nam', 'Company.name', 'company', ''])(
    'reports file and position when no value exists for {{%s}}',
    (place) => {
      expect(() => read(`${HEAD}Text {{${place}}}`)).toThrow(
        `src/content/legal/terms.de-DE.md: no value for {{${place}}}`,
      );
    },
  );

  it.each([
    ['is longer than 30,000 characters', 'a'.repeat(30_001), 'is too long'],
    ['nests 21 quotations', `${'> '.repeat(21)}a`, 'is too complex'],
    ['nests lists by 42 columns', `- a\n${' '.repeat(42)}- b`, 'is too complex'],
    ['has a long paragraph of signs', '**a_'.repeat(1000), 'is too complex'],
  ])('is refused when it %s', (_what, markdown, mistake) => {
    expect(() => read(HEAD + markdown)).toThrow(
      expect.objectContaining({ fields: ['markdown'], message: expect.stringContaining(mistake) }),
    );
  });

  it('may nest 20 quotations or lists', () => {
    expect(read(`${HEAD}${'> '.repeat(20)}a`).text).toContain('a');
    const list = Array.from({ length: 20 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n');
    expect(read(HEAD + list).html.match(/<ul>/g)).toHaveLength(20);
  });

  it('is refused when a placeholder in its head has no value', () => {
    expect(() => read(HEAD.replace('shop.name', 'shop.title'))).toThrow('{{shop.title}}');
  });

  it.each([
    ['draft: true\n', '', 'draft'],
    ['2026-11-21', '21.11.2026', 'updated'],
    ['title: Terms', "title: ''", 'title'],
    ['title: Terms', 'title: Terms\ntitel: x', 'titel'],
  ])('reports file and field of a mistake in its head', (from, to, field) => {
    expect(() => read(`${HEAD.replace(from, to)}Text`)).toThrow(
      new RegExp(`^src/content/legal/terms\\.de-DE\\.md: .*${field}`),
    );
  });

  it('may have nested sections, and reports one without an end', () => {
    const places = new Map([...PLACES, ['shop.freeFrom', ''], ['shop.oneLine', '']]);
    const body =
      '{{^shop.freeFrom}}A{{^shop.oneLine}}B{{/shop.oneLine}}{{#shop.name}}C{{#shop.oneLine}}D{{/shop.oneLine}}{{/shop.name}}{{/shop.freeFrom}}';
    expect(parseLegalText('terms.de-DE.md', HEAD + body, places).text).toBe('ABC');
    expect(() => read(`${HEAD}{{#shop.name}}Text`)).toThrow('terms.de-DE.md: {{#shop.name}} has no {{/shop.name}}');
    expect(() => read(`${HEAD}Text{{/shop.name}}`)).toThrow('terms.de-DE.md: {{/shop.name}} has no {{#shop.name}}');
  });

  it('keeps the next item of a list in its own line when a section ends the line before', () => {
    const list = (value: string) =>
      parseLegalText(
        'terms.de-DE.md',
        `${HEAD}1. One.{{#shop.card}} More.{{/shop.card}}\n2. Two.\n{{#shop.card}}\n3. Three.\n{{/shop.card}}\n4. Four.`,
        new Map([...PLACES, ['shop.card', value]]),
      ).text;
    expect(list('true')).toBe('1. One. More.\n2. Two.\n3. Three.\n4. Four.');
    expect(list('')).toBe('1. One.\n2. Two.\n3. Four.');
  });

  it('is refused without a head', () => {
    expect(() => read('Text')).toThrow('has no head');
  });
});

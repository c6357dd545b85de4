import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const CODE = /\.(ts|tsx|astro|mjs)$/;

/** All code of the shop as one text. */
function sourceText(): string {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => CODE.test(name));
  return names.map((name) => readFileSync(path.join('src', name), 'utf8')).join('\n');
}

/** Whether the shop's code uses a text. The key has no plural suffix: `search.label`, `cart:problems.unknown`. */
export function textUses(): (key: string) => boolean {
  const source = sourceText();
  const words = new Set(source.match(/[\w-]+/g));
  const quoted = new Set(all(/['"`]([\w-]+(?:[.:][\w-]+)*)['"`]/g));
  // Islands get texts as props: `texts.each`, `texts.problems[code]`, `plural(texts, 'units', …)`.
  const properties = new Set([...all(/\btexts\??\.([\w.]+)/g), ...all(/\bplural\(\w*texts\w*,\s*'(\w+)'/gi)]);
  // `resources[locale].errors.max_units_warning`, `const { add, added } = resources[locale].cart`
  const resources = new Set(all(/\bresources\[\w+\]\.([\w.]+)/g).map((found) => found.replace('.', ':')));
  for (const [, names = '', group] of source.matchAll(/\{([^{}]+)\}\s*=\s*resources\[\w+\]\.([\w.]+)/g))
    for (const name of names.match(/\w+/g) ?? []) resources.add(`${group}.${name}`.replace('.', ':'));
  // A group of texts that is passed on as a whole: `CartTexts['badge']`.
  const groups = all(/\b\w*Texts\['([\w.]+)'\]/g).map((found) => `${found}.`);
  // `t(`catalogue:withdrawal.${…}`)` and `texts.problems[…]` use every text below the prefix that the code names.
  const prefixes = all(/`([\w.]*:?[\w.]*[:.])\$\{/g);
  // So does `...texts.problems`.
  const propertyPrefixes = [...all(/\btexts\.([\w.]+)\[/g), ...all(/\.\.\.texts\.([\w.]+)/g)].map(
    (found) => `${found}.`,
  );

  return (key) => {
    const bare = key.replace(/^\w+:/, '');
    return (
      quoted.has(key) ||
      resources.has(key) ||
      isProperty(bare) ||
      groups.some((group) => bare.startsWith(group) && isProperty(bare.slice(group.length))) ||
      isBelow(prefixes, key)
    );
  };

  function isProperty(name: string): boolean {
    return properties.has(name) || isBelow(propertyPrefixes, name);
  }

  function all(pattern: RegExp): string[] {
    return [...source.matchAll(pattern)].map(([, found]) => found ?? '');
  }
  function isBelow(starts: string[], key: string): boolean {
    return starts.some(
      (start) =>
        key.startsWith(start) &&
        key
          .slice(start.length)
          .split('.')
          .every((part) => words.has(part)),
    );
  }
}

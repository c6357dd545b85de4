import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const TOKENS = readFileSync('src/ui/tokens.scss', 'utf8');

/** The style sheets of the shop and the desk, with the lines of each. */
const SHEETS = globSync('src/**/*.{scss,astro}')
  .filter((file) => !file.endsWith('tokens.scss'))
  .map((file) => {
    const text = readFileSync(file, 'utf8');
    const css = file.endsWith('.astro') ? (/<style[^>]*>([^]*?)<\/style>/.exec(text)?.[1] ?? '') : text;
    return { file, css, lines: css.split('\n') };
  });

/** The lines that match, without those whose comment gives the reason: at the line's end, above it, or above its map. */
const unexplained = (pattern: RegExp) =>
  SHEETS.flatMap(({ file, lines }) =>
    lines.flatMap((line, at) => {
      const isExplained = line.includes('//') || isAfterComment(lines, at);
      return !isExplained && pattern.test(line) ? [`${file}: ${line.trim()}`] : [];
    }),
  );

function isAfterComment(lines: string[], at: number): boolean {
  const above = lines[at - 1]?.trim() ?? '';
  return above.startsWith('//') || (/^'.*,$|^\$.*\($/.test(above) && isAfterComment(lines, at - 1));
}

describe('the breakpoints', () => {
  it('are those of the specification', () => {
    const [, list = ''] = /\$breakpoints: \(([^)]*)\)/.exec(TOKENS) ?? [];
    expect(Object.fromEntries([...list.matchAll(/(\w+): (\d+)px/g)].map(([, name, px]) => [name, Number(px)]))).toEqual(
      {
        sm: 576,
        md: 768,
        lg: 992,
        xl: 1200,
        xxl: 1400,
      },
    );
  });
});

describe('every style sheet', () => {
  it('uses only custom properties that are defined', () => {
    const scripts = globSync('src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
    const set = scripts.flatMap((code) =>
      [...code.matchAll(/setProperty\('(--[\w-]+)'/g)].map(([, name]) => `${name}:`),
    );
    const all = [TOKENS, ...SHEETS.map(({ css }) => css), ...set].join('\n');
    const defined = new Set([...all.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    const used = SHEETS.flatMap(({ file, css }) =>
      [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => ({ file, name })),
    );
    expect(used.length).toBeGreaterThan(200);
    expect(used.filter(({ name }) => !defined.has(name))).toEqual([]);
  });

  it('takes colours and layers from the tokens, or says why not', () => {
    expect(unexplained(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(|z-index: -?\d/)).toEqual([]);
  });

  // Hairlines have up to 5 px; `em` and `%` follow the text or the box around. A width or height belongs to one part.
  it('takes distances, text sizes, radii and times from the tokens, or says why not', () => {
    const scale =
      /(?:font(?:-size)?|border-radius|(?:row-|column-)?gap|(?:margin|padding)[\w-]*|animation|transition):/;
    const length = /(?<![\w.-])(?:(?:\d*\.)?\d+(?:rem|m?s)|(?:[6-9]|\d\d+)px)\b/;
    expect(unexplained(new RegExp(`(?<![\\w-])${scale.source}.*${length.source}`))).toEqual([]);
  });
});

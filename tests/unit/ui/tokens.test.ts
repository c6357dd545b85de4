import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('the breakpoints', () => {
  it('are those of the specification', () => {
    const [, list = ''] = /\$breakpoints: \(([^)]*)\)/.exec(readFileSync('src/ui/tokens.scss', 'utf8')) ?? [];
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

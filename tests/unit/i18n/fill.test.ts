import { describe, expect, it } from 'vitest';
import { fill } from '#src/i18n/fill.ts';

describe('texts in the browser', () => {
  it('get their values, and placeholders without a value stay', () => {
    expect(fill('{{count}} of {{name}} and {{other}}', { count: 3, name: '$& {{count}}' })).toBe(
      '3 of $& {{count}} and {{other}}',
    );
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { resources } from '#src/i18n/translate.ts';

const TABLE = 'tests/api/http/error-catalogue.test.ts';
const FIELDS = 'tests/api/http/error-fields.test.ts';
const texts = resources['en-US'].errors;

const read = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.ts$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));

const table = readFileSync(TABLE, 'utf8');
const fields = readFileSync(FIELDS, 'utf8');
const browser = read('tests/e2e').join('\n');

/** Whether the table provokes a `kind` of the API, or a browser test looks for its text. */
const isProvoked = (key: string): boolean =>
  new RegExp(`^  (?:async )?${key}\\b`, 'm').test(table) || browser.includes(`errors:${key}'`);

describe('every entry of the error catalogue', () => {
  it('is provoked by a test', () => {
    const keys = Object.keys(texts).filter((key) => key !== 'field');
    expect(keys.filter((key) => !isProvoked(key))).toEqual([]);
  });

  it('is provoked for each field', () => {
    expect(
      Object.keys(texts.field).filter((field) => !fields.includes(`'${field}'`) && !fields.includes(`field.${field})`)),
    ).toEqual([]);
  });

  it('is reported when no test provokes it', () => {
    expect(isProvoked('no_such_error')).toBe(false);
  });
});

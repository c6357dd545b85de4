import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLegalFile, writeLegalFile } from '#src/features/legal/server/edit-legal.service.ts';
import { lineDiff } from '#src/shared/line-diff.ts';

describe('a legal text in the desk', () => {
  it.each(globSync('src/content/legal/*.*.md'))('%s is written back unchanged', (file) => {
    const text = readFileSync(file, 'utf8');
    expect(writeLegalFile(text, readLegalFile(text).fields)).toBe(text);
  });

  it('keeps other entries of its head, and loses an emptied day', () => {
    const text =
      '---\n# checked by A\ntitle: A\ndescription: B\nupdated: 2026-01-01\ndraft: true\nvalid_to: ' +
      '2027-01-01\ntranslation: true\n---\n\nText\n';
    const { fields } = readLegalFile(text);
    expect(
      writeLegalFile(text, { ...fields, title: 'A: b', draft: false, valid_to: '', markdown: 'Other\r\ntext' }),
    ).toBe(
      '---\n# checked by A\ntitle: "A: b"\ndescription: B\nupdated: 2026-01-01\ndraft: false\ntranslation: ' +
        'true\n---\n\nOther\ntext\n',
    );
  });
});

it('the comparison shows the lines that differ between two texts', () => {
  const lines = lineDiff('a\nb\nc', 'a\nc\nd').map(({ kind, line }) => `${kind} ${line}`);
  expect(lines).toEqual(['same a', 'removed b', 'same c', 'added d']);
});

import { describe, expect, it } from 'vitest';
import { mergeVersions, type Choice } from '#src/features/editing/server/merge-versions.ts';
import type { Fields } from '#src/features/editing/server/catalogue-fields.ts';

const BASE = { product_name: 'Mate', real_price: '4.99', 'text:de-DE': 'Tee' };

interface Given {
  files?: Fields | undefined;
  draft?: Fields | undefined;
  published?: Fields | undefined;
  agreed?: Fields | undefined;
}

const merge = (given: Given, choice?: Choice) =>
  mergeVersions({ files: BASE, draft: BASE, published: BASE, agreed: BASE, ...given }, choice);

describe('a merge of files, desk and their last common version', () => {
  it('takes changes of the files only, for the draft and for the published record', () => {
    const files = { ...BASE, real_price: '5.49' };
    expect(merge({ files })).toEqual({ draft: files, published: files, conflicts: [] });
  });

  it('keeps changes of the desk only, unpublished', () => {
    const draft = { ...BASE, real_price: '5.49' };
    expect(merge({ draft })).toEqual({ draft, published: BASE, conflicts: [] });
  });

  it('combines changes to different fields of one record', () => {
    const [draft, files] = [
      { ...BASE, real_price: '5.49' },
      { product_name: 'Mate', real_price: '4.99', brand: 'Leão' },
    ];
    const both = { product_name: 'Mate', real_price: '5.49', brand: 'Leão' };
    expect(merge({ draft, files })).toEqual({ draft: both, published: files, conflicts: [] });
  });

  it('has no conflict when both sides made the same change', () => {
    const same = { ...BASE, real_price: '5.49' };
    expect(merge({ draft: same, published: same, files: same }).conflicts).toEqual([]);
  });

  describe('of one field that both changed', () => {
    const desk = { ...BASE, real_price: '5.49' };
    const both = { draft: desk, published: desk, files: { ...BASE, real_price: '3.99', brand: 'Leão' } };

    it('names the field and both values without a choice', () => {
      expect(merge(both).conflicts).toEqual([{ field: 'real_price', files: '3.99', desk: '5.49' }]);
    });

    it.each([
      ['keeps the value of the desk with “ours”', 'ours', '5.49'],
      ['keeps the value of the files with “theirs”', 'theirs', '3.99'],
    ] as const)('%s', (_, choice, price) => {
      const merged = { ...BASE, real_price: price, brand: 'Leão' };
      expect(merge(both, choice)).toEqual({ draft: merged, published: merged, conflicts: [] });
    });
  });

  it('removes records that the files removed, unless the desk changed them', () => {
    expect(merge({ files: undefined })).toEqual({ draft: undefined, published: undefined, conflicts: [] });
    const draft = { ...BASE, real_price: '5.49' };
    const removed = [{ field: undefined, files: 'removed', desk: 'changed' }];
    expect(merge({ files: undefined, draft })).toEqual({ draft, published: BASE, conflicts: removed });
    expect(merge({ files: undefined, draft }, 'theirs').draft).toBeUndefined();
    expect(merge({ files: undefined, draft }, 'ours')).toEqual({ draft, published: BASE, conflicts: [] });
  });

  it('does not restore records that the desk removed, unless the files changed them', () => {
    const gone = { draft: undefined, published: undefined };
    expect(merge(gone)).toEqual({ ...gone, conflicts: [] });
    const files = { ...BASE, real_price: '3.99' };
    expect(merge({ ...gone, files }).conflicts).toEqual([{ field: undefined, files: 'changed', desk: 'removed' }]);
    expect(merge({ ...gone, files }, 'theirs').draft).toEqual(files);
  });

  it('keeps a record that exists only in the desk', () => {
    const own = { draft: BASE, published: undefined, agreed: undefined, files: undefined };
    expect(merge(own)).toEqual({ draft: BASE, published: undefined, conflicts: [] });
  });

  it('takes a new record of the files', () => {
    const nowhere = { draft: undefined, published: undefined, agreed: undefined };
    expect(merge(nowhere)).toEqual({ draft: BASE, published: BASE, conflicts: [] });
  });
});

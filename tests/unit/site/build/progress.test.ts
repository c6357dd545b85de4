import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgress } from '#src/site/build/progress.ts';

/** A progress display and everything it has written so far. */
function display(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const show = createProgress(stream as unknown as NodeJS.WriteStream);
  return { show, written: () => String(stream.read() ?? '') };
}

describe('progress on a terminal', () => {
  it('is one bar that grows in its line, which ends when it is done', () => {
    const { show, written } = display(true);
    show('products', 0, 200);
    show('products', 100, 200);
    show('products', 200, 200);
    expect(written()).toBe(
      [
        `\rproducts   [${'░'.repeat(30)}]   0 % 0/200`,
        `\rproducts   [${'█'.repeat(15)}${'░'.repeat(15)}]  50 % 100/200`,
        `\rproducts   [${'█'.repeat(30)}] 100 % 200/200\n`,
      ].join(''),
    );
  });

  it('is redrawn only when it changes', () => {
    const { show, written } = display(true);
    show('products', 1, 3);
    written();
    show('products', 1, 3);
    expect(written()).toBe('');
  });
});

describe('progress in a pipe or log', () => {
  it('is a line per tenth of the steps, however many there are', () => {
    const { show, written } = display(false);
    for (let done = 0; done <= 1000; done++) show('pictures', done, 1000);
    const tenths = Array.from({ length: 11 }, (_, tenth) => `pictures ${tenth * 10} %\n`);
    expect(written()).toBe(tenths.join(''));
  });

  it('names each step', () => {
    const { show, written } = display(false);
    show('pictures', 1, 1);
    show('products', 1, 1);
    expect(written()).toBe('pictures 100 %\nproducts 100 %\n');
  });

  it('reports an empty job as done', () => {
    const { show, written } = display(false);
    show('pictures', 0, 0);
    expect(written()).toBe('pictures 100 %\n');
  });
});

import { expect, it } from 'vitest';
import { headingsKept } from '#src/features/catalogue/headings-kept.ts';
import { renderMarkdown } from '#src/server/safe-html.ts';

const kept = (markdown: string) => headingsKept(renderMarkdown(markdown).html);

it('a heading shares a section with the block that it introduces, also with a list in a list', () => {
  expect(kept('Eins  \nzwei\n\n## Kopf\n\n- a\n  - b\n\n  c\n- d\n\nEnde')).toMatch(
    /^<p>Eins<br \/>zwei<\/p><section><h2>Kopf<\/h2><ul>.*b.*c.*d.*<\/ul><\/section><p>Ende<\/p>$/s,
  );
  expect(kept('## Kopf\n\n### Unterkopf\n\nText\n\n---\n\nMehr')).toBe(
    '<section><h2>Kopf</h2><h3>Unterkopf</h3><p>Text</p></section><hr /><p>Mehr</p>',
  );
});

it('a heading at the end stays alone, and nothing of a text is lost', () => {
  expect(kept('Text\n\n## Ende')).toBe('<p>Text</p><h2>Ende</h2>');
  expect(kept('## Eins\n\n### Zwei')).toBe('<section><h2>Eins</h2><h3>Zwei</h3></section>');
  expect(headingsKept('')).toBe('');
  expect(headingsKept('a <em>b</em> c')).toBe('a <em>b</em> c');
});

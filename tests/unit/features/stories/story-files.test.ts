import { describe, expect, it } from 'vitest';
import { readStory } from '#src/features/stories/server/story-files.ts';

const YAML = 'published: 2026-11-28\nupdated: 2026-11-29\npicture: BEB-001\n';
const TEXT = '---\ntitle: Tea\ndescription: About tea.\n---\n\nTea is **hot**.\n';

const read = (yaml: string, german = TEXT) =>
  readStory('tea', (name) => {
    if (name.endsWith('.yaml')) return yaml;
    if (!name.includes('de-DE')) return TEXT;
    if (german === 'missing') throw new Error(name);
    return german;
  });

describe('a story', () => {
  it('has the same days and picture in all languages, and its own words in each', () => {
    const story = read(YAML);
    expect(story).toMatchObject({
      slug: 'tea',
      published: '2026-11-28',
      updated: '2026-11-29',
      draft: false,
      picture: 'BEB-001',
    });
    expect(story.texts['de-DE']).toEqual({
      title: 'Tea',
      description: 'About tea.',
      html: '<p>Tea is <strong>hot</strong>.</p>',
    });
  });

  it.each([
    ['no day', YAML.replace('published: 2026-11-28\n', ''), TEXT, 'pages/tea.yaml:1 published'],
    ['an unknown field', `${YAML}author: me\n`, TEXT, 'pages/tea.yaml:4 author'],
    ['a missing language', YAML, 'missing', 'pages/tea.de-DE.md: is missing'],
    ['no title', YAML, TEXT.replace('title: Tea\n', ''), 'pages/tea.de-DE.md:2 title'],
    ['no text', YAML, TEXT.replace('Tea is **hot**.', ''), 'pages/tea.de-DE.md: has no text'],
    ['HTML', YAML, `${TEXT}\n<script>x</script>\n`, 'pages/tea.de-DE.md: contains HTML'],
  ])('with %s is refused with file, line and field', (_what, yaml, german, message) => {
    expect(() => read(yaml, german)).toThrow(message);
  });
});

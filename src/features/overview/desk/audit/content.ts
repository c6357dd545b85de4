import { desk } from '#src/desk/desk-paths.ts';
import { isDetailGroup } from '#src/features/shop-details/detail-fields.ts';
import { LOCALES, parseLocale } from '#src/i18n/locales.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { LEGAL_PAGES } from '#src/shared/paths.ts';

interface Content {
  kind: 'facts' | 'own' | 'slides' | 'stories' | 'recipes' | 'words' | 'redirects' | 'legal' | 'other';
  /** A group of shop details, the key of a text, a slide, a story, a recipe, a list of words, or a legal page. */
  name: string;
}

/** What a file of content, or a place in it, is about: `shop.yaml: company`, `slides/slides.csv: cafe`. */
export function contentOf(id: string): Content {
  const [file = '', name = ''] = id.split(': ');
  if (file === 'shop.yaml') return { kind: isDetailGroup(name) ? 'facts' : 'own', name };
  if (file.startsWith('slides/')) return { kind: 'slides', name };
  if (file.startsWith('pages/')) return { kind: 'stories', name: file.slice('pages/'.length, -'.yaml'.length) };
  if (file.startsWith('recipes/')) return { kind: 'recipes', name: file.slice('recipes/'.length, -'.yaml'.length) };
  if (file.startsWith('search/')) return { kind: 'words', name: file.includes('not-sold') ? 'notSold' : 'synonyms' };
  if (file === 'redirects.csv') return { kind: 'redirects', name: '' };
  if (file.startsWith('legal/')) return { kind: 'legal', name: file.slice('legal/'.length, -'.md'.length) };
  return { kind: 'other', name: id };
}

/** Its name for people, and its page. */
export function contentLink(id: string, t: Translate): { text: string; href: string | undefined } {
  const { kind, name } = contentOf(id);
  switch (kind) {
    case 'facts':
      return { text: t(`desk:facts.groups.${name as 'shop'}`), href: desk.facts(name) };
    case 'own':
      return { text: t('desk:own.title'), href: desk.ownText(name) };
    case 'slides':
      return { text: name, href: desk.slide(name) };
    case 'stories':
      return { text: name, href: desk.story(name) };
    case 'recipes':
      return { text: name, href: desk.recipe(name) };
    case 'words':
      return { text: t(`desk:words.${name as 'synonyms'}`), href: desk.words(name) };
    case 'redirects':
      return { text: t('converting:redirects.title'), href: desk.redirects() };
    case 'legal': {
      const [code = '', language] = name.split('.');
      const [page, locale] = [LEGAL_PAGES.find((known) => known === code), parseLocale(language)];
      if (!page || !locale) return { text: id, href: undefined };
      return { text: `${t(`legal:footer.${page}`)}, ${LOCALES[locale].label}`, href: desk.legal(page, locale) };
    }
    default:
      return { text: name, href: undefined };
  }
}

const LANGUAGES = '.header-flags a';

/**
 * Another language of a page is prepared when a finger comes near its flag. Not sooner: a phone would fetch both of them with
 * each page that it shows. The one that the visitor prefers is there by then (languages.ts). Not for pages that belong to one
 * person, or that do something when opened.
 */
export const SPECULATION_RULES = JSON.stringify({
  prerender: [{ where: { selector_matches: LANGUAGES }, eagerness: 'moderate' }],
});

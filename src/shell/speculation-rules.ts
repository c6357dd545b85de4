import { jsonInScript } from '#src/shared/json-in-script.ts';

const LANGUAGES = '.header-flags a';

/**
 * The browser prerenders another language of a page when the pointer touches or hovers its flag. An earlier start would
 * make a phone load every language of each page. Personal pages, and pages that do something when opened, have no such
 * rule.
 */
export const SPECULATION_RULES = jsonInScript({
  prerender: [{ where: { selector_matches: LANGUAGES }, eagerness: 'moderate' }],
});

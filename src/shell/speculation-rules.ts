// Not of pages that belong to one person, or that do something when opened.
const LANGUAGES = '.header-flags:not([data-personal]) a';

/** The other languages of a page are fetched ahead, and prepared when a finger comes near: switching feels immediate. */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [{ where: { selector_matches: LANGUAGES }, eagerness: 'eager' }],
  prerender: [{ where: { selector_matches: LANGUAGES }, eagerness: 'moderate' }],
});

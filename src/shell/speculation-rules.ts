/** The other languages of a page are fetched ahead, and prepared when a finger comes near: switching feels immediate. */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [{ where: { selector_matches: '.header-flags a' }, eagerness: 'eager' }],
  prerender: [{ where: { selector_matches: '.header-flags a' }, eagerness: 'moderate' }],
});

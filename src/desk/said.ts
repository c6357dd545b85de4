/** The query parameters of a success message; see `saidAfter`. */
export const SAID = ['done', 'count', 'of'];

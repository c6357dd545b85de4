/** The parameters of an address by which its page says what was done; see `saidAfter`. */
export const SAID = ['done', 'count', 'of'];

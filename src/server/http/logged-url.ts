/** An address as the log may hold it: a link that opens an account is worth as much as its password. */
export const loggedUrl = (url: string = ''): string => url.replace(/(\/reset_password\/)[^/?#]+/, '$1…');

/** Customers' text is not trusted, so control characters must not reach the terminal. */
export const stripControlCharacters = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

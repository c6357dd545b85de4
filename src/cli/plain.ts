/** Customers' text is not trusted, so control characters must not reach the terminal. */
export const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

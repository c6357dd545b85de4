/** Of a visit: the way here led not through the shop. */
export const isFirstPage = (): boolean => !document.referrer.startsWith(location.origin);

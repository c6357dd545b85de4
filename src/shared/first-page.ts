/** Whether this is the first page of a visit: the visitor did not come from another page of the shop. */
export const isFirstPage = (): boolean => !document.referrer.startsWith(location.origin);

// In this order, because browsers also name the ones they imitate: Edge says Chrome and Safari.
const BROWSERS = { Edg: 'Edge', OPR: 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' };
const SYSTEMS = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  'Mac OS': 'macOS',
  Linux: 'Linux',
};

const nameIn = (names: Record<string, string>, userAgent: string): string | undefined =>
  Object.entries(names).find(([sign]) => userAgent.includes(sign))?.[1];

/** "Chrome, Android": enough to recognise a device in the list of sessions. */
export const browserName = (userAgent: string): string =>
  [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)].filter(Boolean).join(', ') || userAgent.slice(0, 30);

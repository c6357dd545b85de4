import type { Translate } from '#src/i18n/translate.ts';

/** What a buyer needs to know of a parcel that is on its way. `waiting`: they have to collect it. */
const PARCEL_NEWS = ['returned', 'stuck', 'waiting'] as const;
export type ParcelNews = (typeof PARCEL_NEWS)[number];

/** The most important news of an order's parcels. */
export const mainNews = (news: readonly { kind: ParcelNews }[]): ParcelNews | undefined =>
  PARCEL_NEWS.find((known) => news.some(({ kind }) => kind === known));

/** What a parcel's state says instead when it comes back, or waits to be collected from the carrier. */
export const newsText = (t: Translate, kind: 'returned' | 'waiting'): string =>
  t(kind === 'returned' ? 'checkout:order.comesBack' : 'checkout:collection.status.ready');

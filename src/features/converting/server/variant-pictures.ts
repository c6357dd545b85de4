import type { ForeignPicture } from '../foreign-item.ts';

/**
 * The pictures of one variant's page. Other shops show all pictures of a product with each variant: here the first
 * variant has them, and each other one its own or the first. `own`: '' without a picture of its own.
 */
export function variantPictures(all: readonly ForeignPicture[], own: string, isFirst: boolean): ForeignPicture[] {
  const mine = all.find(({ source }) => source === own) ?? (own === '' ? undefined : { source: own, alt: '' });
  if (!isFirst) return [mine ?? all[0]].filter((picture) => picture !== undefined);
  return mine ? [mine, ...all.filter((picture) => picture !== mine)] : [...all];
}

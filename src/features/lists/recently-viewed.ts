/**
 * The products whose pages this browser has stored for reading without a network. Nothing else is stored for it, and
 * the pages are only read when a shopper opens the list (§ 25 TDDDG).
 */
import { readViewed } from '#src/shared/viewed-pages.ts';

const MOST = 20;

/** Ids of the viewed products, the last one first. */
export async function findViewed(): Promise<number[]> {
  const viewed = await readViewed(async (page) => {
    const [, id] = /<article [^>]*data-product="?(\d+)/.exec((await page?.text()) ?? '') ?? [];
    return { id: Number(id), at: Date.parse(page?.headers.get('date') ?? '') || 0 };
  });
  const ids = viewed.sort((a, b) => b.at - a.at).flatMap(({ id }) => (id ? [id] : []));
  return [...new Set(ids)].slice(0, MOST);
}

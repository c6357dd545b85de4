import type { Bought, ShopBooks } from './books.ts';

/** A set can be bought as often as its scarcest part allows, and has no history of its own. */
export function wrongSets({ sets, stock, explained }: Pick<ShopBooks, 'sets' | 'stock' | 'explained'>): string[] {
  return [...sets].flatMap(([id, parts]) => {
    const most = Math.min(...[...parts].map(([part, units]) => Math.floor((stock.get(part) ?? NaN) / units)));
    const left = stock.get(id);
    return [
      ...(left === most ? [] : [`set ${id}: ${left} can be bought, its parts are enough for ${most}`]),
      ...(explained.has(id) ? [`set ${id} has a history of its own`] : []),
    ];
  });
}

/** Whether its buyer paid, or still may. Goods that came back later change nothing. */
const isUse = ({ hold, order }: Bought): boolean =>
  order ? order.payment_status !== 'cancelled' : hold === 'held' || hold === 'sold';

/**
 * Each code was used as often as it may be, and by nobody more often than each may. At the end of a storm its last uses
 * are taken, so a number below the limit is a use that a checkout without payment has taken along.
 */
export function wrongCodes({ codes, checkouts }: Pick<ShopBooks, 'codes' | 'checkouts'>): string[] {
  const uses = Map.groupBy([...checkouts.values()].filter(isUse), ({ code }) => code);
  return codes.flatMap(({ code, maxUses, maxUsesEach }) => {
    const own = uses.get(code) ?? [];
    const byBuyer = Map.groupBy(own, ({ code_buyer }) => code_buyer);
    return [
      ...(maxUses === null || own.length === maxUses
        ? []
        : [`code ${code} was used ${own.length} times of ${maxUses}`]),
      ...(maxUsesEach === null
        ? []
        : [...byBuyer].flatMap(([buyer, { length }]) =>
            length <= maxUsesEach ? [] : [`code ${code} was used ${length} times by ${buyer}, may be ${maxUsesEach}`],
          )),
    ];
  });
}

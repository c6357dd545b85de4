/** A product's content, as the catalogue stores it. */
interface Content {
  id: number;
  net_quantity: number;
  net_unit: string;
}

const GRAMS: Record<string, number> = { g: 1, ml: 1, kg: 1000, l: 1000 };
/** Packs and padding weigh about a tenth of what is inside. */
const WITH_PACKS = 1.1;
/** DHL takes no parcel without weight. */
const LIGHTEST_G = 100;

/** The weight of a parcel. It is not known when products are counted in pieces. */
export function weightOf(
  lines: readonly { productId: number; quantity: number }[],
  contents: readonly Content[],
): { grams: number; isWeighed: boolean } {
  const weights = lines.map(({ productId, quantity }) => {
    const content = contents.find(({ id }) => id === productId);
    const grams = content && GRAMS[content.net_unit];
    return grams === undefined ? undefined : grams * content!.net_quantity * quantity * WITH_PACKS;
  });
  return {
    grams: Math.max(LIGHTEST_G, Math.ceil(weights.reduce<number>((sum, grams) => sum + (grams ?? 0), 0))),
    isWeighed: !weights.includes(undefined),
  };
}

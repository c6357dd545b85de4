/** What the list of products can be filtered by. */
export const PRODUCT_STATES = ['waiting', 'locked', 'soldOut', 'reduced'] as const;

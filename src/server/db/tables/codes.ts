/** Discount codes. Their uses are the checkouts that name them. */
export interface CodesTable {
  /** In capitals. */
  code: string;
  kind: 'percent' | 'amount' | 'shipping';
  /** Percent or cents; 0 for free shipping. */
  value: number;
  minimum_cents: number;
  /** First and last day in Germany, such as 2026-12-24. */
  starts_on: string | null;
  ends_on: string | null;
  max_uses: number | null;
  max_uses_each: number | null;
  scope: 'all' | 'not_reduced' | 'products' | 'categories';
  /** JSON: codes of products, or slugs of categories. */
  targets: string;
  created_at: string;
  ended_at: string | null;
}

/** The last purchase price of a product from a supplier's price list. */
export interface SupplierCostsTable {
  /** The supplier as deliveries compare it. */
  supplier_key: string;
  product_id: number;
  supplier: string;
  /** Of one unit. */
  cost_cents: number;
  saved_at: string;
}

export interface PriceListColumnsTable {
  supplier_key: string;
  /** What a person said about the columns of this supplier's lists, as JSON. */
  columns: string;
}

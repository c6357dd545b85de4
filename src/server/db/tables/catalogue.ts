/** Tables of products, prices, restock notices and catalogue versions. */
import type { Generated, Insertable, Selectable } from 'kysely';

export interface CategoriesTable {
  slug: string;
  group_name: string;
  label_pt: string;
  label_de: string;
  label_en: string;
  /** JSON of the labels in all other languages, by the name that their column has in the editors' table. */
  more_labels: Generated<string>;
  /** JSON: what an editor wrote for search engines, by the column of the editors' table. */
  head_words: Generated<string>;
  withdrawn_at: string | null;
  /** The category that took over its products. Once this one is withdrawn, its address redirects there. */
  moved_to: string | null;
}

export interface ProductsTable {
  id: Generated<number>;
  cod_catalog: string;
  slug: string;
  product_name: string;
  brand: string | null;
  category_slug: string;
  kind: string;
  ean: string | null;
  real_price_cents: number;
  discount_percent: number;
  price_cents: number;
  /** The struck-through price; null when the law allows none. */
  reference_price_cents: number | null;
  vat_rate: number;
  deposit_cents: number;
  age_limit: number;
  withdrawal: string;
  quantity_available: number;
  /** The quantity in the editors' files at the last import; null: not known yet. It never changes the stock. */
  file_quantity: number | null;
  net_quantity: number;
  net_unit: string;
  drained_weight_g: number | null;
  base_price_exempt: number;
  rank: number;
  /** The folded name, so that both engines sort names the same way. */
  sort_name: string;
  /** Content hash of the picture's files in the media folder. */
  picture: string | null;
  /** Content hashes of the further pictures, as a JSON list. */
  more_pictures: Generated<string>;
  /** The code of the family's first product; null for that one, and for a product without variants. */
  variant_of: string | null;
  /** JSON: what differs from the family's other products, by language. Empty: the net content. */
  variant_labels: Generated<string>;
  /** JSON: what an editor wrote for search engines, by the column of the editors' table. */
  head_words: Generated<string>;
  /** The last day of a variant that sells units until their date, such as 2027-01-31; null for any other product. */
  sold_until: Generated<string | null>;
  /** The product from which the units of such a variant come; it stays when the variant has ended. */
  origin_id: Generated<number | null>;
  /** ProductFacts as JSON. */
  facts: string;
  /** The facets that it fits, with spaces between them. */
  listed: Generated<string>;
  /** 1: recalled, or lacks a legally required fact while the sales lock is in force. */
  sale_locked: Generated<number>;
  /** JSON list of the missing facts (columns) that forbid the sale. */
  blocking_gaps: Generated<string>;
  /** 1: a recall forbids the sale, at every address. */
  recalled: Generated<number>;
  /** Hash of the product's data in the editors' files, without its stock. */
  digest: string;
  /**
   * Digest of the code, the record and `digest` that the row was compiled from. Only imports write it, so it may be
   * null or old.
   */
  compiled_of: Generated<string | null>;
  withdrawn_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface ProductTextsTable {
  product_id: number;
  locale: string;
  subtitle: string;
  info_html: string;
  /** JSON list: the text alternative of each picture; '' for generated alternatives. */
  picture_alts: Generated<string>;
}

/** What is in a set, in the order in which its page lists it. */
export interface SetPartsTable {
  set_id: number;
  part_id: number;
  position: number;
  /** Units of the part in one set. */
  units: number;
}

export interface PriceHistoryTable {
  id: Generated<number>;
  product_id: number;
  valid_from: string;
  real_price_cents: number;
  discount_percent: number;
  price_cents: number;
}

export interface CatalogueStateTable {
  id: number;
  version: number;
  changed_at: string;
}

export interface StockMarksTable {
  cod_catalog: string;
  /** The product counts as low at this stock or less. */
  units: number;
}

/** Every change of a product's stock, in the order in which it happened. Rows never change. */
export interface StockMovementsTable {
  id: Generated<number>;
  product_id: number;
  at: string;
  /** Never 0; negative: units left the stock. */
  units: number;
  /** The stock after this change. */
  stock: number;
  reason: StockReason;
  /** Who of the staff did it; null: a buyer, or the shop itself. */
  who: Generated<string | null>;
  /** The checkout that the units belong to; its order, once there is one, names it too. */
  checkout_id: Generated<string | null>;
  delivery_id: Generated<string | null>;
  /** null: units of no known lot. */
  lot_id: Generated<number | null>;
}

export type StockReason =
  /** Units that were there when the history began, or when the product was new. */
  | 'opening'
  | 'first'
  /** Held for a checkout or an order, and back because it ended without a sale. */
  | 'held'
  | 'released'
  /** Back on the shelf with a refund, and taken again because the refund failed. */
  | 'returned'
  | 'return_undone'
  /** Sent again to the buyer, and back because that was undone. */
  | 'resent'
  | 'resend_undone'
  /** Moved to the variant that sells units until their date, or back. */
  | 'short_dated'
  /** Typed by somebody. */
  | 'changed'
  /** Brought by a supplier, and taken back because it was booked by mistake. */
  | 'delivered'
  | 'delivery_undone'
  /** Found by counting: without another reason, or because of one. */
  | 'counted'
  | 'broken'
  | 'expired'
  | 'missing'
  | 'used'
  /** Another lot went into the parcel than the one taken at the purchase; both rows together change nothing. */
  | 'lot_chosen'
  /** The stock had changed without a note. */
  | 'unexplained';

export interface RecallsTable {
  cod_catalog: string;
  /** '' for all lots. */
  lot: string;
  /** JSON: the possible harm, by language. */
  hazards: string;
  /** When the first and the last affected order was placed; null without any. */
  sold_from: string | null;
  sold_to: string | null;
  recalled_at: string;
  /** The notice stays public, but the product is sold again. */
  sale_resumed_at: string | null;
  /** The recall was a mistake: no page shows it. */
  undone_at: string | null;
}

export interface FormerSlugsTable {
  slug: string;
  product_id: number;
}

/** Addresses that asked to be told once when a sold-out product is back. */
export interface RestockNoticesTable {
  id: string;
  product_id: number;
  email: string;
  /** The address as `emailKey` writes it, for comparison. */
  email_key: string;
  locale: string;
  token_hash: string;
  created_at: string;
  /** null until the address is confirmed by the mailed link. */
  confirmed_at: string | null;
}

/** Versions of a product's or category's fields, stored once per content. Rows never change. */
export interface CatalogueVersionsTable {
  /** SHA-256 of `fields`. */
  digest: string;
  /** JSON object of strings. */
  fields: string;
}

/** A product or category with the digests of its versions; null: no such version. */
export interface CatalogueSourcesTable {
  kind: 'product' | 'category';
  /** Catalogue code or slug. */
  key: string;
  /** The draft: shown in the desk, live with the next publication. */
  draft: string | null;
  /** The live version. */
  published: string | null;
  /** The editors' files when files and database last agreed. */
  agreed: string | null;
  /** The number of saved drafts: a counter, unlike the versions of the content above. */
  version: number;
  /** Initial stock at the first publication. */
  first_quantity: number | null;
  updated_at: string;
}

export interface PublicationsTable {
  id: Generated<number>;
  at: string;
  who: string;
  /** `import`: the editors' files. `back`: a rollback to an earlier publication. */
  origin: 'import' | 'desk' | 'planned' | 'back';
}

export interface PublicationChangesTable {
  publication_id: number;
  kind: 'product' | 'category';
  key: string;
  /** Digests of the versions that were live before and after. */
  before: string | null;
  after: string | null;
}

/** A publication at a set time. */
export interface PlansTable {
  id: Generated<number>;
  /** `start`: the changes are pending. `end`: they are live and will be rolled back at `due_at`. */
  stage: 'start' | 'end';
  due_at: string;
  /** When the changes are rolled back; null: never. */
  ends_at: string | null;
  who: string;
  /** Mistake[] as JSON: why the publication failed. A failed publication is not retried. */
  failure: string | null;
  created_at: string;
}

/** Changes of a plan's next stage. A plan changes only the fields in which the two versions differ. */
export interface PlanChangesTable {
  plan_id: number;
  kind: 'product' | 'category';
  key: string;
  before: string | null;
  after: string | null;
}

/** The stored picture (its name in the media folder) of an original file. */
export interface ProductPicturesTable {
  original: string;
  stored: string;
}

export type CatalogueSourceRow = Selectable<CatalogueSourcesTable>;
export type PublicationRow = Selectable<PublicationsTable>;
export type PublicationChangeRow = Selectable<PublicationChangesTable>;
export type PlanRow = Selectable<PlansTable>;
export type PlanChangeRow = Selectable<PlanChangesTable>;
/** Two products that were in the same orders, in both directions; see `countBoughtTogether`. */
export interface BoughtTogetherTable {
  product_id: number;
  other_id: number;
  orders: number;
}
export type ProductRow = Selectable<ProductsTable>;
export type NewProductRow = Insertable<ProductsTable>;
export type CategoryRow = Selectable<CategoriesTable>;
export type NewProductTextRow = Insertable<ProductTextsTable>;
export type NewPriceHistoryRow = Insertable<PriceHistoryTable>;
export type RecallRow = Selectable<RecallsTable>;
export type RestockNoticeRow = Selectable<RestockNoticesTable>;

/** Row types. Times are ISO-8601 UTC text, flags 0/1, money integer cents, JSON text; the same on both engines. */
import type { Generated, Insertable, Selectable } from 'kysely';

export interface Tables {
  categories: CategoriesTable;
  products: ProductsTable;
  product_texts: ProductTextsTable;
  price_history: PriceHistoryTable;
  catalogue_state: CatalogueStateTable;
  settings: SettingsTable;
  clients: ClientsTable;
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  outbox: OutboxTable;
}

interface CategoriesTable {
  slug: string;
  group_name: string;
  label_pt: string;
  label_de: string;
  label_en: string;
  withdrawn_at: string | null;
}

interface ProductsTable {
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
  /** What a struck-through price shows; null when the law leaves nothing to strike through. */
  reference_price_cents: number | null;
  vat_rate: number;
  deposit_cents: number;
  age_limit: number;
  withdrawal: string;
  quantity_available: number;
  net_quantity: number;
  net_unit: string;
  drained_weight_g: number | null;
  base_price_exempt: number;
  rank: number;
  /** The folded name: the order of names, alike on both engines. */
  sort_name: string;
  /** Content hash of the picture's files in the media folder. */
  picture: string | null;
  /** ProductFacts as JSON. */
  facts: string;
  /** Hash of everything the editor's files say of this product, stock apart. */
  digest: string;
  withdrawn_at: string | null;
  created_at: string;
  updated_at: string;
}

interface ProductTextsTable {
  product_id: number;
  locale: string;
  subtitle: string;
  info_html: string;
}

interface PriceHistoryTable {
  id: Generated<number>;
  product_id: number;
  valid_from: string;
  real_price_cents: number;
  discount_percent: number;
  price_cents: number;
}

interface CatalogueStateTable {
  id: number;
  version: number;
  changed_at: string;
}

interface SettingsTable {
  name: string;
  value: string;
}

interface ClientsTable {
  id: string;
  email: string;
  /** The address as it compares: without case. */
  email_key: string;
  password_hash: string;
  name: string;
  lastname: string;
  address: string;
  number: string;
  additional_address: string;
  postal_code: string;
  city: string;
  /** ISO 3166-1, two letters. */
  country: string;
  phone: string;
  /** Of the mails that nobody's page asks for. */
  locale: string;
  created_at: string;
  updated_at: string;
}

interface SessionsTable {
  token_hash: string;
  client_id: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
}

interface PasswordResetsTable {
  token_hash: string;
  /** null: asked for with an address that nobody has. */
  client_id: string | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

interface OutboxTable {
  /** Also the left half of the Message-ID and part of the file's name: whoever enqueues a mail twice under one id sends one. */
  id: string;
  kind: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: string;
  attempts: number;
  /** When to send or try again; null once sent or given up. */
  due_at: string | null;
  sent_at: string | null;
  given_up_at: string | null;
  last_error: string | null;
}

export type ProductRow = Selectable<ProductsTable>;
export type NewProductRow = Insertable<ProductsTable>;
export type CategoryRow = Selectable<CategoriesTable>;
export type ProductTextRow = Selectable<ProductTextsTable>;
export type PriceHistoryRow = Selectable<PriceHistoryTable>;
export type NewPriceHistoryRow = Insertable<PriceHistoryTable>;
export type ClientRow = Selectable<ClientsTable>;
export type OutboxRow = Selectable<OutboxTable>;

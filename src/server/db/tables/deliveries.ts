import type { Generated, Selectable } from 'kysely';

/** What suppliers brought. A row changes once at most, when the delivery is undone. */
export interface DeliveriesTable {
  id: string;
  supplier: string;
  /** The number of the delivery note. */
  note: string;
  /** Both as they are compared; together unique, so that no delivery is booked twice. */
  supplier_key: string;
  note_key: string;
  /** The sum of its lines. */
  units: number;
  who: string | null;
  booked_at: string;
  /** Set when it was booked by mistake; its `note_key` is then another one, so that the note can be booked again. */
  undone_at: Generated<string | null>;
  undone_by: Generated<string | null>;
}

export interface DeliveryLinesTable {
  delivery_id: string;
  position: number;
  product_id: number;
  units: number;
  /** Of one unit; null when the supplier named none. */
  cost_cents: number | null;
  lot: Generated<string | null>;
  /** A day; null when the supplier named none. */
  best_before: Generated<string | null>;
}

export type DeliveryRow = Selectable<DeliveriesTable>;

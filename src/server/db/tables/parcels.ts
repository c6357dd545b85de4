/** The parcels of orders, and what is in them. */
import type { Generated } from 'kysely';

/** The first parcel of an order, from packing on. Orders that an early version packed have none. */
export interface ShipmentsTable {
  order_id: string;
  /** A key of `shipping.carriers` in shop.yaml. */
  carrier: string | null;
  tracking_number: string | null;
  packed_at: string;
  handed_over_at: string | null;
  delivered_at: string | null;
}

/** Lot numbers recorded when an order's parcels were packed, so that a recall finds its buyers. */
export interface ShipmentLotsTable {
  order_id: string;
  cod_catalog: string;
  lot: string;
}

/** The parcels of an order after the first: its remaining units, or a replacement. */
export interface FurtherParcelsTable {
  order_id: string;
  /** The second parcel has 2. */
  number: number;
  /** Why it replaces an earlier parcel; null: it has units of the order that were not sent yet. */
  reason: 'lost' | 'damaged' | 'wrong_item' | 'other' | null;
  reason_text: string | null;
  carrier: string | null;
  tracking_number: string | null;
  /** null: to be packed. */
  packed_at: string | null;
  handed_over_at: string | null;
  delivered_at: string | null;
  created_at: string;
}

/** Units of a parcel. A first parcel without rows has all lines of its order. */
export interface ParcelUnitsTable {
  order_id: string;
  number: number;
  cod_catalog: string;
  units: number;
}

/** Which parcel a lot is in; `shipment_lots` has the lots of all. */
export interface ParcelLotsTable {
  order_id: string;
  number: number;
  cod_catalog: string;
  lot: string;
  /** Of a lot that the shop knows: the row in `lots`, and its units in the parcel. */
  lot_id: Generated<number | null>;
  units: Generated<number | null>;
}

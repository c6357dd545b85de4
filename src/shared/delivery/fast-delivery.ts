/** The faster delivery that buyers may choose for a surcharge, as shop.yaml describes it. */
import type { Cents } from '../money.ts';
import type { Days } from '../shop-terms.ts';

export interface FastDelivery {
  offered: boolean;
  /** Its name by language. */
  name: Partial<Record<string, string | undefined>>;
  /** What it costs more than standard delivery of the same order. */
  surcharge: Cents;
  /** Business days until it arrives; Saturday is one. */
  deliveryDays: Days;
  /** Where standard delivery is free, it is free, too. */
  freeToo: boolean;
}

export const NO_FAST_DELIVERY: FastDelivery = {
  offered: false,
  name: {},
  surcharge: 0,
  deliveryDays: { least: 1, most: 2 },
  freeToo: false,
};

export const USUAL_NAME = 'Express';

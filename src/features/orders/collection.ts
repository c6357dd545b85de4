/** Orders that buyers collect at the shop. */
import { businessDaysAfter } from '#src/shared/delivery/business-days.ts';
import { restDays, type Breaks } from '#src/shared/delivery/dispatch-breaks.ts';
import { addDays, berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import { isRefundable, type Order, type OrderStatus } from './order.ts';
import { addressLines } from './parcel-point.ts';
import type { Parcel } from './parcel.ts';

export interface Collection {
  code: string;
  /** ISO-8601 */
  readyAt: string;
  /** The last day on which it is kept, as YYYY-MM-DD. */
  lastDay: string;
}

type Collected = Pick<Order, 'deliveryMethod'>;

export const isCollected = ({ deliveryMethod }: Collected): boolean => deliveryMethod === 'collection';

/**
 * Where an order goes, in lines. An order that is collected goes to the shop: its stored address has the buyer's name
 * above the shop's street, so `shop` replaces the name.
 */
export const destinationLines = (order: Collected & Pick<Order, 'address'>, shop: string): string[] =>
  addressLines(isCollected(order) ? { ...order.address, name: shop } : order.address);

/** Whether it waits at the shop for its buyer, or a replacement of it. */
export const isReadyToCollect = (
  order: Collected & Pick<Order, 'payment'>,
  parcels: readonly Pick<Parcel, 'state'>[],
): boolean => isCollected(order) && isRefundable(order) && parcels.some(({ state }) => state === 'not_with_carrier');

/** The states that have other names when the buyer collects the order. */
const NAMES: Partial<Record<OrderStatus, 'ready' | 'collected'>> = {
  not_with_carrier: 'ready',
  delivered: 'collected',
};

/** The name of a state below `checkout:collection.status`; undefined: it is the same as that of a parcel. */
export const collectionStatus = (status: OrderStatus, order: Collected): 'ready' | 'collected' | undefined =>
  isCollected(order) ? NAMES[status] : undefined;

/** Letters and digits that nobody confuses: no I, O, 0, 1. */
export const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const CODE_LENGTH = 6;

/** "K7P-4QM" */
export const writtenCode = (code: string): string => `${code.slice(0, 3)}-${code.slice(3)}`;

/** A code as somebody typed it; undefined when it cannot be one. */
export function readCode(typed: string): string | undefined {
  const code = typed.slice(0, 40).toUpperCase().replace(/[\s-]/g, '');
  return code.length === CODE_LENGTH && [...code].every((letter) => CODE_LETTERS.includes(letter)) ? code : undefined;
}

/** Days between the reminder and the last day. */
const REMINDED_DAYS_BEFORE = 2;
const MORNING_MS = 9 * 3600_000;

/** The last day of an order that is kept from this day on, skipping Sundays, holidays and breaks. */
export function lastDayToCollect(from: string, keepDays: number, breaks: Breaks): string {
  const before = addDays(from, keepDays - 1);
  return new Date(businessDaysAfter(Date.parse(before), 1, restDays(breaks, before))).toISOString().slice(0, 10);
}

/** When the buyer is reminded: in the morning, two days before the last day. */
export const reminderTime = (lastDay: string): string =>
  new Date(Date.parse(berlinMidnight(addDays(lastDay, -REMINDED_DAYS_BEFORE))!) + MORNING_MS).toISOString();

/** Whether the last day is over. */
export const isOverdue = ({ lastDay }: Pick<Collection, 'lastDay'>, now: Date): boolean =>
  germanDay(now.toISOString()) > lastDay;

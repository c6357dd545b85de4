import type { Reader } from '#src/server/db/database.ts';
import { findReturnLabels } from './return-label.repository.ts';
import { findArrivedReturns } from './withdrawal.repository.ts';

export type OrderReturns = Awaited<ReturnType<typeof loadReturns>>;

/** The labels of an order's return parcels, and the references of those that arrived and that nobody has seen to. */
export const loadReturns = async (db: Reader, orderId: string) => ({
  labels: await findReturnLabels(db, orderId),
  arrived: (await findArrivedReturns(db, orderId)).map(({ reference }) => reference),
});

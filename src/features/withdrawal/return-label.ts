import type { ReturnLabelRow } from '#src/server/db/tables/return-labels.ts';

/** The label that counts for a withdrawal, or for goods that come back without one: a later one replaces it. */
export const latestLabel = (labels: readonly ReturnLabelRow[], withdrawalId: string | null) =>
  labels.findLast(({ withdrawal_id }) => withdrawal_id === withdrawalId);

/** Whether a label waits for its parcel. */
export const isUnused = ({ state, sent_at }: ReturnLabelRow): boolean => state === 'made' && sent_at === null;

import { declareWithdrawal } from '#src/features/withdrawal/server/withdrawal.endpoint.ts';
import { endpoint } from '#src/server/http/endpoint.ts';

export const ALL = endpoint({ POST: declareWithdrawal });

import type { StormCounts } from './storm.ts';

/** More than anybody buys in a storm: nothing is sold out. */
export const STORM_ROWS = ['AGUA', 'GUARANA', 'MATE'].map((cod_catalog) => ({ cod_catalog, quantity_available: 100_000 }));

export const STORM_ENV = { LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0', PAYPAL_TIMEOUT_MS: '2000' };

const MUST_BE_EMPTY = ['moneyWithoutOrder', 'ordersWithoutMoney', 'stockWrong', 'mailsWrong', 'unfinished'] as const;

/** What is wrong with the books of a storm, in words; also when there was too little of one to tell. */
export function stormProblems(counts: StormCounts): string[] {
  const { answers, captured, orders, mails, ordered } = counts;
  const odd = Object.keys(answers).filter((status) => !['200', '201', '503'].includes(status));
  return [
    ...MUST_BE_EMPTY.filter((name) => counts[name].length > 0).map((name) => `${name}: ${counts[name].join(', ')}`),
    ...(captured === orders && orders === mails ? [] : [`${captured} captures, ${orders} orders, ${mails} mails`]),
    ...(orders < ordered ? [`${ordered} orders answered, ${orders} there`] : []),
    ...odd.map((status) => `${answers[Number(status)]} answers with status ${status}`),
    ...(orders === 0 || counts.cutOff === 0 ? ['nothing was ordered, or nobody was cut off: that was no storm'] : []),
  ];
}

import type { Cents } from '#src/shared/money.ts';
import type { TaxMode } from './invoice.ts';

/** The turnover of 2026 above which a shop owes e-invoices a year earlier (§ 27(38) no. 2 UStG). */
const LIMIT: Cents = 800_000_00;

/**
 * The first day on which the shop owes e-invoices to companies in Germany, above 250 € (§ 14(2) UStG, § 33 UStDV);
 * undefined for a small business, which owes none (§ 34a UStDV). `turnover`: of 2026, without VAT.
 */
export function eInvoicesOwedFrom(taxMode: TaxMode, turnover: Cents): string | undefined {
  if (taxMode === 'small_business') return undefined;
  return turnover > LIMIT ? '2027-01-01' : '2028-01-01';
}

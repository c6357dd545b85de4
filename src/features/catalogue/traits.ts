import { formatNumber } from '#src/i18n/format.ts';

interface Traits {
  brand: string | null;
  subtitle: string;
  netQuantity: { value: number; unit: string };
}

/** One line beside a product's name with the essential characteristics of §312j(2) and Art. 246a §1(1) no. 1 EGBGB. */
export function traitsOf({ brand, subtitle, netQuantity: { value, unit } }: Traits): string {
  const content = unit === 'piece' ? '' : `${formatNumber(value)}\u00a0${unit}`;
  return [brand, subtitle, content].filter(Boolean).join(', ');
}

import { formatNumber } from '#src/i18n/format.ts';

interface Traits {
  name: string;
  brand: string | null;
  subtitle: string;
  /** What differs from its family's other products; '' for the content. */
  variantLabel: string;
  netQuantity: { value: number; unit: string };
}

/** One line beside a product's name with the essential characteristics of §312j(2) and Art. 246a §1(1) no. 1 EGBGB. */
export function traitsOf({ name, brand, subtitle, variantLabel, netQuantity: { value, unit } }: Traits): string {
  const content = unit === 'piece' ? '' : `${formatNumber(value)}\u00a0${unit}`;
  const variant = name.includes(variantLabel) || subtitle.includes(variantLabel) ? '' : variantLabel;
  return [brand, subtitle, variant, content].filter(Boolean).join('\u00a0· ');
}

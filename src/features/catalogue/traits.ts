import { formatNumber } from '#src/i18n/format.ts';

interface Traits {
  name: string;
  brand: string | null;
  subtitle: string;
  /** What differs from its family's other products; '' for the content. */
  variantLabel: string;
  netQuantity: { value: number; unit: string };
}

/** Joins what describes a product in one line; the dot stays at the end of a line rather than at the start of the next. */
export const joinTraits = (traits: (string | null | undefined)[]): string => traits.filter(Boolean).join('\u00a0· ');

/** One line beside a product's name with the essential characteristics of §312j(2) and Art. 246a §1(1) no. 1 EGBGB. */
export function traitsOf({ name, brand, subtitle, variantLabel, netQuantity: { value, unit } }: Traits): string {
  const content = unit === 'piece' ? '' : `${formatNumber(value)}\u00a0${unit}`;
  const variant = name.includes(variantLabel) || subtitle.includes(variantLabel) ? '' : variantLabel;
  return joinTraits([brand, subtitle, variant, content]);
}

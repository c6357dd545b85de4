import type { texts } from '#locales/en-US/index.ts';

/** One mistake that an editor must correct: its place in the files and the expected value. */
export interface Mistake {
  /** Relative to the imported folder. */
  file: string;
  line?: number;
  field?: string;
  message: string;
  /** The key of the same message in the desk's texts, with its values. */
  reason?: Reason | undefined;
}

export interface Reason {
  /** A key of `products:mistakes`. */
  key: keyof (typeof texts)['products']['mistakes'];
  values?: Record<string, string | number>;
}

/** `bebidas/products.csv:7 real_price: …` */
export function describeMistake({ file, line, field, message }: Mistake): string {
  return `${file}${line ? `:${line}` : ''}${field ? ` ${field}` : ''}: ${message}`;
}

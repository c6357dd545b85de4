/** One mistake that an editor must correct: its place in the files and the expected value. */
export interface Mistake {
  /** Relative to the imported folder. */
  file: string;
  line?: number;
  field?: string;
  message: string;
}

/** `bebidas/products.csv:7 real_price: …` */
export function describeMistake({ file, line, field, message }: Mistake): string {
  return `${file}${line ? `:${line}` : ''}${field ? ` ${field}` : ''}: ${message}`;
}

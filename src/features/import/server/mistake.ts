/** One thing an editor has to mend, told so that they can: where it is and what to write instead. */
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

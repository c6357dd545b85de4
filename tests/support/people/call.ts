import type { z } from 'zod';
import type {
  availabilitySchema,
  productDetailSchema,
  productListSchema,
} from '#src/features/catalogue/catalogue.schema.ts';

export type ProductList = z.output<typeof productListSchema>;
export type ProductDetail = z.output<typeof productDetailSchema>;
export type Availability = z.output<typeof availabilitySchema>;
export type ErrorAnswer = { code: string; detail: string; message: string } & Record<string, string | string[]>;

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** Calls the API and parses the JSON answer. Does not follow redirects. */
export async function call<T = ProductList>(
  base: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const response = await fetch(base + path, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

export const codesOf = ({ products }: ProductList): string[] => products.map((product) => product.cod_catalog);

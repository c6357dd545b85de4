/** The id of the form with a product's fields, which buttons elsewhere on the page also submit. */
export const PRODUCT_FORM = 'product-form';

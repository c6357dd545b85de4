/** The form with a product's fields, which buttons elsewhere on the page send, too. */
export const PRODUCT_FORM = 'product-form';

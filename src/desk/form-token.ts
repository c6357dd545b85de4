/** The hidden field of every desk form. */
export const FORM_TOKEN = 'form_token';

/** The hidden field of every desk form. */
export const FORM_TOKEN = 'form_token';

/** The hidden field with the id that a form gets each time it is rendered. */
export const FORM_ID = 'form_id';

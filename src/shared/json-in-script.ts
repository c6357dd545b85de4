/** JSON for a script element. A `<` in a text could end the element, so it is written as an escape. */
export const jsonInScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

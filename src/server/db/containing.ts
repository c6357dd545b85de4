/** A `like` pattern with `escape '\\'` for values that contain this text. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** A pattern of SQL's `like` with `escape '\\'` for texts that contain this one. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

// Text that mail programs turn into links: "word.word", "scheme:…", "name@host" and "\\\\host", with all dots that
// browsers treat as one.
const LINKING = /[.。．｡․](?=[\p{L}\p{M}\p{Cf}])|(?<=\p{L})[:：](?=\S)|[@＠](?=\S)|[\\/](?=[\\/])/gu;

/**
 * A stranger's text with a space wherever a mail program would create a link. Times, prices and dates stay unchanged.
 */
export const breakLinks = (text: string): string => text.replace(LINKING, '$& ');

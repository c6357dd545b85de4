// What mail programs make links of without being asked: "word.word", "scheme:…", "name@host" and "\\\\host", with all the dots that browsers read as one.
const LINKING = /[.。．｡․](?=[\p{L}\p{M}\p{Cf}])|(?<=\p{L})[:：](?=\S)|[@＠](?=\S)|[\\/](?=[\\/])/gu;

/** Text of a stranger, with a space in whatever a mail program would make a link of. Times, prices and dates stay as they are. */
export const breakLinks = (text: string): string => text.replace(LINKING, '$& ');

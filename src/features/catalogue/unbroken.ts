const PERCENT = /(?<=\d) (?=%)|(?<=%) (?=vol)/g;

/** A text whose figures stay in one line with their units: "4,7 % vol". */
export const unbroken = (text: string): string => text.replaceAll(PERCENT, '\u00a0');

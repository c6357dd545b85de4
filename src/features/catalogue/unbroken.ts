const BEFORE_UNIT = /(?<=\d) (?=(?:%|kg|g|mg|ml|l|cm|°C)(?![\p{L}\d]))|(?<=%) (?=vol)/gu;

/** A text whose figures stay in one line with their units: "4,7 % vol", "500 g". */
export const unbroken = (text: string): string => text.replaceAll(BEFORE_UNIT, '\u00a0');

/** What the owner wrote in some of the shop's languages; in another one where this one has nothing. */
export const ownerText = (texts: Partial<Record<string, string | undefined>>, locale: string): string =>
  texts[locale] ?? Object.values(texts).find(Boolean) ?? '';

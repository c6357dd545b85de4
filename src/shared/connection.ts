/** What Chromium tells of the visitor's connection; other browsers tell nothing. */
type Told = { connection?: { saveData?: boolean; effectiveType?: string } };

export const savesData = (): boolean | undefined => (navigator as Told).connection?.saveData;

/** As slow as 2G. */
export const isSlow = (): boolean => /2g/.test((navigator as Told).connection?.effectiveType ?? '');

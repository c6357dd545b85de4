/** Chromium's Network Information API; other browsers do not have it. */
type NavigatorWithConnection = { connection?: { saveData?: boolean; effectiveType?: string } };

export const savesData = (): boolean | undefined => (navigator as NavigatorWithConnection).connection?.saveData;

/** Whether the connection is as slow as 2G. */
export const isSlow = (): boolean => /2g/.test((navigator as NavigatorWithConnection).connection?.effectiveType ?? '');

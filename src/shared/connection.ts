/** What the browser tells of its connection; nothing in browsers that tell nothing. */
export const connection = (): { saveData?: boolean; effectiveType?: string } =>
  (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};

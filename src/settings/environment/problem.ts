/** A setting that prevents the start. */
export interface Problem {
  /** The variable, such as SITE_URL. */
  name: string;
  problem: string;
}

/** What decides which outside services a shop may use. */
export interface Place {
  isLocal: boolean;
  isRehearsal: boolean;
}

/** Reviews of a product as its page shows them. */
export interface ShownReview {
  id: string;
  /** 1 to 5 */
  stars: number;
  text: string;
  /** '' for a person who does not want to be named. */
  name: string;
  /** The language of the text. */
  locale: string;
  /** ISO-8601 */
  at: string;
  /** The address of its photo. */
  photo?: string;
  /** The shop's; '' for none. */
  reply: string;
}

export interface Rating {
  /** 1 to 5, with one decimal */
  average: number;
  count: number;
}

export interface ShownReviews extends Rating {
  newest: ShownReview[];
}

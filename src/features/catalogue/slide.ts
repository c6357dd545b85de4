/** A slide of the home page's carousel, in one language. */
export interface Slide {
  /** The brand it searches for. */
  search: string;
  title: string;
  text: string;
  alt: string;
  /** Name of its files in the media folder. */
  picture: string;
}

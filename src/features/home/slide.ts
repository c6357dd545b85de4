export const SLIDE_TONES = ['green', 'red', 'teal', 'brown', 'amber', 'purple'] as const;
type SlideTone = (typeof SLIDE_TONES)[number];

/** A slide of the home page's carousel, in one language. */
export interface Slide {
  /** The brand it searches for. */
  search: string;
  title: string;
  text: string;
  /** Ground colour, a class of the carousel's styles. */
  tone: SlideTone;
  alt: string;
  /** Name of its files in the media folder. */
  picture: string;
}

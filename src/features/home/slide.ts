export const SLIDE_TONES = ['green', 'red', 'teal', 'brown', 'amber', 'purple'] as const;
type SlideTone = (typeof SLIDE_TONES)[number];

/** A slide of the home page's carousel, in one language. */
export interface Slide {
  /** The search term that the slide links to: the brand shown in it. */
  search: string;
  title: string;
  text: string;
  /** Background colour: a class in the carousel's styles. */
  tone: SlideTone;
  alt: string;
  /** Name of the picture's files in the media folder. */
  picture: string;
}

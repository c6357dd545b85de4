/** A link of the home page to a group of categories, with the picture of one of its products. */
export interface Tile {
  path: string;
  label: string;
  /** Name of the picture's files in the media folder; null when no product has one. */
  picture: string | null;
}

/** The names of a product form's inputs for pictures, for the server and for the script that arranges them. */
export const PHOTOS = 'photos';
export const CROP = 'crop';
/** `earlier`, `later` or `remove`, a space, and the picture. */
export const MOVE = 'move';

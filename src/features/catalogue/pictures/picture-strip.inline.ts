/**
 * Inline before several pictures of a product, so that their styles come before them and products with one picture load
 * nothing.
 */
import { adoptStyles } from '#src/ui/adopt-styles.ts';
import styles from './picture-strip.scss?inline';

adoptStyles(styles);

// The browser's own jump would also scroll the page and add an entry to the history.
document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('.picture-thumbs a');
  if (!link) return;
  event.preventDefault();
  document.querySelector(link.hash)!.scrollIntoView({ block: 'nearest', inline: 'start' });
});

import { adoptStyles } from '#src/ui/adopt-styles.ts';
import styles from './filter-sheet.scss?inline';

/** Lets the filters of a list open as a sheet on narrow screens, with a button that closes it. */
export function showFiltersAsSheet(): void {
  const filters = document.querySelector<HTMLDetailsElement>('.filters');
  if (!filters) return;
  adoptStyles(styles);
  const button = document.createElement('button');
  button.className = 'button filters-show';
  button.textContent = filters.dataset.show!;
  button.addEventListener('click', () => {
    filters.open = false;
    filters.querySelector('summary')!.focus();
  });
  filters.append(button);
}

/** The tab's storage for the typed search, which the page in the other language shows again. */
const TYPED_KEY = 'typedSearch';

/** A flag leads to the same step of the page, such as the checkout, and keeps a typed search. */
export function keepPlaceInOtherLanguage(): void {
  const box = document.getElementById('q') as HTMLInputElement;
  try {
    const typed = sessionStorage.getItem(TYPED_KEY);
    sessionStorage.removeItem(TYPED_KEY);
    if (typed && box.value === box.defaultValue) box.value = typed;
  } catch {
    // Storage is blocked.
  }
  document.querySelector('.header')!.addEventListener('click', ({ target }) => {
    const flag = (target as Element).closest<HTMLAnchorElement>('.header-flags a, .offer a');
    if (!flag) return;
    flag.hash = location.hash;
    try {
      if (box.value !== box.defaultValue) sessionStorage.setItem(TYPED_KEY, box.value);
    } catch {
      // Storage is blocked.
    }
  });
}

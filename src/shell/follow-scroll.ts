/** Smaller movements do not count as a change of direction. */
const MIN_PX = 8;

/**
 * Sets the class `up` on `<html>` after a scroll towards the top, which brings the header back. The button to the top
 * gets no history entry.
 */
export function followScroll(): void {
  const { classList } = document.documentElement;
  let last = scrollY;
  const follow = () => {
    const moved = scrollY - last;
    if (Math.abs(moved) >= MIN_PX) {
      classList.toggle('up', moved < 0 && scrollY > 0);
      last = scrollY;
    }
  };
  follow();
  addEventListener('scroll', follow, { passive: true });
  document.querySelector('.to-top a')!.addEventListener('click', (event) => {
    event.preventDefault();
    scrollTo({ top: 0 });
  });
}

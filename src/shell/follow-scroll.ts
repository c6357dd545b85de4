/** Smaller movements do not count as a change of direction. */
const MIN_PX = 8;

/**
 * Sets the class `up` on `<html>` after a scroll towards the top, and `end` near the end of the page. `up` brings the header back;
 * both show the WhatsApp button in windows without a margin. The button to the top gets no history entry.
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
    classList.toggle('end', scrollY + 2 * innerHeight > document.documentElement.scrollHeight);
  };
  follow();
  addEventListener('scroll', follow, { passive: true });
  document.querySelector('.to-top a')!.addEventListener('click', (event) => {
    event.preventDefault();
    scrollTo({ top: 0 });
  });
}

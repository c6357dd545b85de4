/**
 * Moves the items of a list by dragging: with a mouse by the whole picture, with a finger by its grip. `onMoved` is
 * called after each drag.
 */
export function movedByDragging(list: HTMLElement, onMoved: () => void): void {
  list.addEventListener('pointerdown', (event) => {
    const grip = (event.target as Element).closest<HTMLElement>('[data-grip]');
    const item = grip?.closest('li');
    const isScrolling = event.pointerType !== 'mouse' && grip instanceof HTMLImageElement;
    if (!grip || !item || event.button !== 0 || isScrolling) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    item.dataset.dragged = '';
    const end = new AbortController();
    const { signal } = end;
    grip.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        const over = document.elementFromPoint(clientX, clientY)?.closest('li');
        if (over && over !== item && over.parentElement === list) placeAt(item, over);
      },
      { signal },
    );
    const stop = () => {
      end.abort();
      delete item.dataset.dragged;
      onMoved();
    };
    grip.addEventListener('pointerup', stop, { signal });
    grip.addEventListener('pointercancel', stop, { signal });
  });
}

/** Moves the items in between, because an element that leaves the document loses the pointer. */
function placeAt(item: Element, target: Element): void {
  const isAfter = item.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
  for (let reached = false; !reached;) {
    const neighbour = isAfter ? item.nextElementSibling : item.previousElementSibling;
    if (!neighbour) return;
    reached = neighbour === target;
    if (isAfter) item.before(neighbour);
    else item.after(neighbour);
  }
}

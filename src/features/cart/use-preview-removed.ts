import { useLayoutEffect, useState } from 'react';
import { CART_PREVIEW_ID, RELEASED } from './cart-view.ts';

/**
 * Removes the preview once the island can take its place, and returns true from then on. A finger or mouse button that
 * is down on the preview is waited for: browsers drop the click when its link is removed before it.
 */
export function usePreviewRemoved(isReady: boolean): boolean {
  const [isRemoved, setIsRemoved] = useState(false);
  // Before the next paint, so that nothing moves: both look the same.
  useLayoutEffect(() => {
    if (!isReady) return undefined;
    const preview = document.getElementById(CART_PREVIEW_ID);
    const remove = () => {
      preview?.remove();
      setIsRemoved(true);
    };
    if (preview?.dataset.pressed === undefined) {
      remove();
      return undefined;
    }
    preview.addEventListener(RELEASED, remove, { once: true });
    return () => preview.removeEventListener(RELEASED, remove);
  }, [isReady]);
  return isRemoved;
}

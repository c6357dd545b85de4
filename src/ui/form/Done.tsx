import { useEffect, useRef, type ReactNode } from 'react';

/**
 * A success message that replaces a form. It takes the focus, so that screen readers read it and the focus is not lost.
 */
export default function Done({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} className="notice done" role="status" tabIndex={-1}>
      {children}
    </div>
  );
}

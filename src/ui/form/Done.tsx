import { useEffect, useRef, type ReactNode } from 'react';

/** Stands where a form stood: takes the focus, so that the news is read and nobody is left nowhere. */
export default function Done({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} className="notice done" role="status" tabIndex={-1}>
      {children}
    </div>
  );
}

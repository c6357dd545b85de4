import { useEffect, useRef } from 'react';
import { controlsOf } from './form-errors.ts';
import type { Form } from './use-form.ts';

/** The problem of a form. Screen readers also hear which fields are invalid; the messages are beside these fields. */
export default function FormProblem({ form }: { form: Form }) {
  const element = form.attributes.ref.current;
  const refused = element ? controlsOf(element).filter(({ name }) => form.errors[name]) : [];
  const notice = useRef<HTMLDivElement>(null);
  // When a field is refused, the page scrolls to that field instead.
  useEffect(() => {
    if (refused.length === 0) notice.current?.scrollIntoView({ block: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-deps -- only a new problem scrolls, not a corrected field
  }, [form.problem, form.refusals]);
  return (
    <div role="alert">
      {form.problem && (
        <div className="notice notice-problem" key={form.refusals} ref={notice}>
          <p>
            {form.problem}
            {refused.length > 0 && (
              <span className="vh">
                {' '}
                {refused.map(({ labels }) => labels?.[0]?.firstChild?.textContent).join(', ')}
              </span>
            )}
          </p>
        </div>
      )}
    </div>
  );
}

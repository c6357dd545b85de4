import type { APIContext } from 'astro';
import { describe, expect, it } from 'vitest';
import { allowGooglePay, allowPaypal } from '#src/features/checkout/payment/paypal-policy.ts';

/** The sources that a page's policy allows. */
function opened(apiBase: string | undefined): string[] {
  const asked: string[] = [];
  const note = (directive: string) => (source: unknown) => void asked.push(`${directive} ${String(source)}`.trim());
  const csp = {
    insertScriptResource: note('script-src'),
    insertStyleResource: note('style-src'),
    insertDirective: note(''),
  };
  allowPaypal(csp as unknown as APIContext['csp'], apiBase);
  return asked;
}

describe('the policy of the payment step', () => {
  it('is the same for PayPal itself, its sandbox and the emulator of the shop', () => {
    const live = opened('https://api-m.paypal.com');
    expect(live).toContain('script-src *.paypal.com');
    expect(opened('https://api-m.sandbox.paypal.com')).toEqual(live);
    expect(opened(undefined)).toEqual(live);
  });

  it('allows the script of an emulator elsewhere on this machine', () => {
    const elsewhere = opened('http://127.0.0.1:4322/paypal-emulator').filter(
      (source) => !opened(undefined).includes(source),
    );
    expect(elsewhere).toEqual(['script-src http://127.0.0.1:4322']);
  });

  it('allows Google’s hosts only in a shop that takes Google Pay', () => {
    const asked: string[] = [];
    const csp = {
      insertScriptResource: (source: string) => asked.push(source),
      insertDirective: (directive: string) => asked.push(directive),
    } as unknown as APIContext['csp'];
    allowGooglePay(csp, { googlePay: false });
    expect(asked).toEqual([]);
    allowGooglePay(csp, { googlePay: true });
    expect(asked).toContain('https://pay.google.com');
    expect(asked).toContain('frame-src https://pay.google.com');
  });

  it('adds no policy to a development server', () => {
    expect(() => allowPaypal(undefined, undefined)).not.toThrow();
  });
});

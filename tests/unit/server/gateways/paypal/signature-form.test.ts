import { describe, expect, it } from 'vitest';
import { looksSigned } from '#src/server/gateways/paypal/signature-form.ts';
import { PAYPAL_LIVE, PAYPAL_SANDBOX } from '#src/settings/environment/paypal-config.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const HEADERS = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270',
  'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
  'paypal-transmission-sig':
    'lmI95Jx3Y9nhR5SJWlHVIWpg4AgFk7n9bCHSRxbrd8A9zrhdu2rMyFrmz+Zjh3s3boXB07VXCXUZy/UFzUlnGJn0wDugt7FlSvdKeIJenLRemUxYCPVoEZzg9VFNqOa48gMkvF+XTpxBeUx/kWy6B5cp7GkT2+pOowfRK7OaynuxUoKW3JcMWw272VKjLTtTAShncla7tGF+55rxyt2KNZIIqxNMJ48RDZheGU5w1npu9dZHnPgTXB9iomeVRoD8O/jhRpnKsGrDschyNdkeh81BJJMH4Ctc6lnCCquoP/GzCzz33MMsNdid7vL/NIWaCsekQpW26FpWPi/tfj8nLA==',
  'paypal-transmission-time': '2026-11-21T11:59:58Z',
};
const looks = (changes: Record<string, string> = {}, apiBase = PAYPAL_LIVE) =>
  looksSigned(new Headers({ ...HEADERS, ...changes }), { apiBase }, NOW);

describe('the headers of an event', () => {
  it('are well-formed when PayPal sent them, however late', () => {
    expect(looks()).toBe(true);
    expect(looks({ 'paypal-transmission-time': '2026-11-18T11:00:00Z' })).toBe(true);
    expect(
      looks({ 'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1' }, PAYPAL_SANDBOX),
    ).toBe(true);
  });

  it.each(Object.keys(HEADERS))('are malformed without %s', (missing) => {
    expect(looks({ [missing]: '' })).toBe(false);
  });

  it.each([
    'https://paypal.com.evil.example/certs/1',
    'https://evilpaypal.com/certs/1',
    'http://api.paypal.com/certs/1',
    'CERT-1',
  ])('are malformed with a certificate at %s', (address) => {
    expect(looks({ 'paypal-cert-url': address })).toBe(false);
  });
});

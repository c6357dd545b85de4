/** What PayPal can take the money from, beside a PayPal account. The owner activates each in shop.yaml. */
export const PAYMENT_SOURCES = ['card', 'googlePay', 'applePay'] as const;

export type PaymentSource = (typeof PAYMENT_SOURCES)[number];

/** The card that was charged, also by a wallet; PayPal may name only a part. */
export interface PaidWith {
  source: PaymentSource;
  /** PayPal's name of the network, such as VISA. */
  brand?: string | undefined;
  lastDigits?: string | undefined;
}

/** The file of CONTENT_DIR by which Apple knows the domain, and its name below /.well-known/. */
export const APPLE_DOMAIN_FILE = 'apple-developer-merchantid-domain-association';

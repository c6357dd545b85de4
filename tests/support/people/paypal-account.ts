/** A PayPal account as a public shop configures it. It does not exist, so such a shop is only used without payments. */
export const PAYPAL_ACCOUNT = {
  PAYPAL_CLIENT_ID: 'live-id',
  PAYPAL_CLIENT_SECRET: 'live-secret',
  PAYPAL_WEBHOOK_ID: 'LIVEHOOK1',
};
export const PUBLIC_SHOP = {
  MAIL_FROM: 'Loja <shop@shop.example>',
  SHOP_EMAIL: 'shop@shop.example',
  SITE_URL: 'https://shop.example',
  ...PAYPAL_ACCOUNT,
};

/** An account as a public shop has it. Nobody answers to it: such a shop is only asked for what needs no payment. */
export const PAYPAL_ACCOUNT = { PAYPAL_CLIENT_ID: 'live-id', PAYPAL_CLIENT_SECRET: 'live-secret', PAYPAL_WEBHOOK_ID: 'LIVEHOOK1' };
export const PUBLIC_SHOP = {
  MAIL_FROM: 'Loja <shop@shop.example>',
  SHOP_EMAIL: 'shop@shop.example',
  SITE_URL: 'https://shop.example',
  ...PAYPAL_ACCOUNT,
};

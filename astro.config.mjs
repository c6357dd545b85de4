import { createHash } from 'node:crypto';
import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { catalogueMedia } from './src/site/vite/catalogue-media.ts';
import { chunkUrl } from './src/site/vite/chunk-url.ts';
import { forbidServerCode } from './src/site/vite/forbid-server-code.ts';
import { freshCatalogue } from './src/site/vite/fresh-catalogue.ts';
import { inlineScripts } from './src/site/vite/inline-scripts.ts';
import { ownTexts } from './src/site/vite/own-texts.ts';
import { pageScripts } from './src/site/vite/page-scripts.ts';
import { pagesProgram } from './src/site/vite/pages-program.ts';
import { emulators } from './src/site/vite/emulators.ts';
import { serverProgram } from './src/site/vite/server-program.ts';
import { serviceWorker } from './src/site/vite/service-worker.ts';
import { supportedBrowsers } from './src/site/vite/supported-browsers.ts';
import { SPECULATION_RULES } from './src/shell/speculation-rules.ts';
import { loadConfig } from './src/settings/environment/config.ts';

const config = loadConfig();

/**
 * Astro and Vite write here during a build, so the user that the shop runs as needs only this folder of `node_modules`.
 */
const CACHE = process.env.CACHE_DIR || 'node_modules/.astro';

// Google's tag comes from and reports to these; a shop without one allows no other host.
const TAG_HOSTS = [
  'https://*.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
];
const [tagSource, tagTargets] = config.analyticsId ? [[TAG_HOSTS[0]], TAG_HOSTS] : [[], []];

const BROWSERS = supportedBrowsers();
/** `Features.LightDark` of lightningcss, which minifies the styles. */
const LIGHT_DARK = 1 << 20;

// Each file costs a request and its headers: React and what several islands share are one each.
const SCRIPTS = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|nanostores|@nanostores)\// },
  {
    name: 'shared',
    // Not what only lists, forms with an address or a day, or the forms that order, need: every cart would load it.
    test: /\/src\/(?!shared\/german-day|features\/(account\/([A-Z]|password|street|use-split|field-)|orders\/parcel|lists\/|checkout\/(gift-voucher|payment\/pay-a|place|ordered-|checkout-api|delivery-a|DeliveryAddress|order-wishes|OrderWishes|use-wish|Order[BOT]|EmailField)))[^?]*$/,
    minShareCount: 2,
  },
];

// Pages are sent with this policy, except by `npm run dev`: Vite adds styles and scripts to pages that a policy with
// hashes blocks.
const CONTENT_SECURITY_POLICY = {
  // Astro adds the hashes of its own scripts; it does not know the speculation rules.
  scriptDirective: {
    resources: ["'self'", ...tagSource],
    hashes: [`sha256-${createHash('sha256').update(SPECULATION_RULES).digest('base64')}`],
  },
  directives: [
    "default-src 'self'",
    ...(config.analyticsId
      ? ['img-src', 'connect-src'].map((directive) => `${directive} 'self' ${tagTargets.join(' ')}`)
      : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ],
};

export default defineConfig({
  site: config.siteUrl,
  // Pages are made on request, unless they say `prerender = true`.
  output: 'server',
  outDir: process.env.OUT_DIR || 'dist/astro',
  cacheDir: CACHE,
  // Pages made on request are packed as a whole: a stream of small pieces would cost more and arrive later.
  adapter: node({
    mode: 'middleware',
    staticHeaders: true,
    bodySizeLimit: 64 * 1024,
    experimentalDisableStreaming: true,
  }),
  integrations: [
    react(),
    inlineScripts(
      'src/shell/shop.inline.ts',
      'src/shell/shop-and-offer.inline.ts',
      'src/features/cart/cart-preview.inline.ts',
      'src/features/catalogue/pictures/picture-strip.inline.ts',
      'src/ui/form/form-frame.inline.ts',
      'src/ui/island-alert.inline.ts',
    ),
    serviceWorker(config.offline),
    pagesProgram(),
    serverProgram(),
    {
      name: 'content-security-policy',
      hooks: {
        'astro:config:setup': ({ command, updateConfig }) => {
          if (command !== 'dev') updateConfig({ security: { csp: CONTENT_SECURITY_POLICY } });
        },
      },
    },
    {
      name: 'client-directives',
      hooks: {
        'astro:config:setup': ({ addClientDirective }) =>
          addClientDirective({ name: 'cart', entrypoint: './src/features/checkout/cart.directive.ts' }),
      },
    },
  ],
  trailingSlash: 'ignore',
  // A build would write them into the server's code: another port would be another code.
  server: ({ command }) => (command === 'dev' ? { host: config.host, port: config.port } : {}),
  build: { format: 'directory', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  // Its inline styles would break the Content-Security-Policy.
  markdown: { syntaxHighlight: false },
  security: {
    // Astro's own check answers plain text and knows nothing of JSON bodies; the CSRF token does its work.
    checkOrigin: false,
  },
  vite: {
    cacheDir: `${CACHE}/vite`,
    // Links in mails and the emulator contain the configured port, so `npm run dev` must not take another one.
    server: { strictPort: true },
    define: {
      // Scripts contain no consent code while nothing needs a consent.
      ASKS_CONSENT: JSON.stringify(config.analyticsId !== undefined || config.asksMarketing),
      ASKS_MARKETING: JSON.stringify(config.asksMarketing),
    },
    // No style uses `light-dark()`, whose substitute for older browsers would be in every page.
    css: { lightningcss: { exclude: LIGHT_DARK } },
    build: { cssTarget: BROWSERS },
    environments: {
      client: { build: { target: BROWSERS, rolldownOptions: { output: { codeSplitting: { groups: SCRIPTS } } } } },
    },
    plugins: [
      ownTexts(),
      forbidServerCode(),
      chunkUrl(),
      pageScripts(),
      catalogueMedia(config),
      freshCatalogue(),
      emulators(config),
    ],
  },
});

import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Each place that inserts text into a page as markup, with the reason why the text is safe. */
const PLACES: Record<string, string[]> = {
  // Our own code as one script; its texts come from attributes.
  'src/ui/IslandAlert.astro': ['set:html={code}'],
  'src/features/cart/CartPreview.astro': ['set:html={script}'],
  'src/features/catalogue/pictures/PictureStrip.astro': ['set:html={strip}'],
  // `jsonInScript`, and code of our own.
  'src/shell/Header.astro': ['set:html={jsonInScript(texts)}', 'set:html={shopScript}'],
  'src/shell/Page.astro': ['set:html={SPECULATION_RULES}'],
  'src/pages/[...locale]/index.astro': ['set:html={shopData(Astro.locals.ctx.shop, locale, Astro.site!)}'],
  // `renderMarkdown`, `renderBold` and `jsonInScript`.
  'src/features/catalogue/product-page/ProductPage.astro': [
    'set:html={productData({ terms, hasBreak, product, category, locale, site: Astro.site!, reviews })}',
    'set:html={headingsKept(unbroken(product.info))}',
  ],
  'src/features/catalogue/product-page/ProductLabel.astro': ['set:html={html}'],
  'src/features/legal/LegalPage.astro': ['set:html={html}'],
  'src/features/legal/desk/LegalStatute.astro': ['set:html={shown.value.html}'],
  'src/features/recipes/RecipePage.astro': [
    'set:html={recipeData(view, t, shop.terms.name, locale, Astro.site!)}',
    'set:html={unbroken(text.html)}',
  ],
  'src/features/stories/StoryArticle.astro': ['set:html={unbroken(text.html)}'],
  // A comment.
  'src/site/vite/inline-scripts.ts': ['set:html={code}'],
  // Texts of locales, which shop.yaml cannot replace.
  'src/features/consent/banner.ts': ['innerHTML'],
  // A style of our own.
  'src/features/reviews/ProductReviews.astro': ['set:html={REPLY_STYLE}'],
  // Pictures of our own.
  'src/shell/Flag.astro': ['set:html={svg}'],
  'src/features/orders/TransferDetails.astro': [
    "set:html={renderSVG(giroCode(transfer, dueOf(order), orderNumber), { ecc: 'M', border: 4 })}",
  ],
  'src/pages/desk/account/second-factor.astro': ['set:html={renderSVG(uri, { border: 1 })}'],
};

const MARKUP =
  /set:html=\{(?:[^{}]|\{[^{}]*\})*\}|set:html=["'`]|innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|dangerouslySetInnerHTML|parseFromString/g;

it('the sources insert text as markup only at the listed places', () => {
  const found = globSync('src/**/*.{astro,ts,tsx,mjs}').flatMap((file) => {
    const uses = readFileSync(file, 'utf8').match(MARKUP);
    return uses ? [[file.replaceAll('\\', '/'), [...uses]] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(PLACES);
});

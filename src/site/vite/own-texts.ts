import path from 'node:path';
import type { Plugin } from 'vite';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { withOwnTexts } from '#src/i18n/shop-texts.ts';
import { loadShopData } from '#src/server/shop-file.ts';
import type { ShopData } from '#src/settings/shop-yaml/shop-data.ts';

/** Puts the owner's texts of shop.yaml into browser scripts. The server merges them into its texts itself. */
export function ownTexts(): Plugin {
  const folder = path.resolve('locales') + path.sep;
  let texts: ShopData['texts'] = {};
  return {
    name: 'own-texts',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      texts = loadShopData().texts;
    },
    transform(code, id) {
      const file = id.replace(/\?.*$/, '');
      if (!file.startsWith(folder) || !file.endsWith('.json')) return undefined;
      const locale = LOCALE_CODES.find((each) => each === path.basename(path.dirname(file)));
      const own = locale && texts[locale];
      return own && JSON.stringify(withOwnTexts(path.basename(file, '.json'), JSON.parse(code) as object, own));
    },
  };
}

import { localised, pages } from '#src/shared/paths.ts';
import { DEMO } from '../support/catalogue/demo-products.ts';
import { expect, test, translator } from './fixtures.ts';

const locale = 'de-DE';
const t = translator(locale);

test('offline, visited pages open again, others are explained, and filters survive the way back', async ({
  shopper,
}) => {
  const list = `${localised(locale, pages.category('bebidas'))}?sort=price`;
  await shopper.open(list);
  await shopper.readUntilKept();
  await shopper.tap('link', DEMO.can.name);
  await shopper.arrive(/\/product\//);
  await shopper.tap('link', `← ${t('back')}`);
  await shopper.arrive(/\/category\/bebidas\?sort=price$/);
  await shopper.goOffline();
  await shopper.open(localised(locale, pages.product(DEMO.can.slug)));
  await shopper.see(DEMO.can.name);
  await shopper.open(localised(locale, pages.product(DEMO.beans.slug)));
  await shopper.see(t('offline.title'));
  expect(await shopper.text()).toContain(t('offline.home'));
});

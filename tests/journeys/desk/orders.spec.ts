import { Secret, TOTP } from 'otpauth';
import { formatPrice } from '#src/i18n/format.ts';
import { STAFF_PASSWORD } from '../../support/people/desk-visitor.ts';
import type { Person } from '../../support/engines/person.ts';
import { until } from '../../support/until.ts';
import { expectFits, signIn, t, test, typePassword } from './desk-shop.ts';

const secretOn = (owner: Person) =>
  owner.driver.run(() => document.querySelector<HTMLInputElement>('[name="secret"]')!.value);

/** The code that the app shows now, or 30 seconds later, because a code is valid once. */
const codeOf = (secret: string, secondsLater = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + secondsLater * 1000 });

test('an owner signs in with a second factor, packs an order, hands it over and refunds a line', async ({
  owner,
  own,
}) => {
  const [oldest = '', next = ''] = own.orders;
  await signIn(owner, own.welcome);
  await owner.open('/desk/account/second-factor');
  const secret = await secretOn(owner);
  await owner.fill(t('desk:code.code'), codeOf(secret));
  await owner.fill(t('desk:currentPassword'), STAFF_PASSWORD);
  await expectFits(owner);
  await owner.tap('button', t('desk:factor.submit'));
  await owner.see(t('desk:factor.codesTitle'));
  await owner.open('/desk/account');
  await owner.tap('button', t('desk:signOut'));
  await typePassword(owner);
  await owner.fill(t('desk:code.code'), codeOf(secret, 30));
  await owner.tap('button', t('desk:signIn.submit'));
  await owner.see(t('desk:today.title', { name: 'Eva' }));
  await expectFits(owner);

  await owner.tap('link', t('desk:packing.first'));
  await owner.see(t('desk:packing.one', { number: oldest }));
  await owner.tap('checkbox', /Água de Coco/);
  await owner.tap('checkbox', /Guaraná/);
  await owner.see(t('desk:packing.ticked', { done: 2, of: 2 }));
  await expectFits(owner);
  await owner.tap('button', t('desk:packing.submit'));
  await owner.see(t('desk:packing.one', { number: next }));

  await owner.tap('link', t('desk:groups.today'));
  await owner.tap('button', t('desk:today.handOver'));
  await until('the field for the number is in view', () =>
    owner.driver
      .run(() => {
        const { left, top } = document.activeElement!.getBoundingClientRect();
        return (
          document.activeElement!.matches('input[type="text"], input:not([type])') &&
          document.elementFromPoint(left + 20, top + 20) === document.activeElement
        );
      })
      .catch(() => false),
  );
  await owner.fill(t('desk:orders.tracking'), '00340434161094015902');
  await expectFits(owner);
  await owner.tap('button', t('desk:orders.handOver'));
  await owner.see(t('desk:done.bulkHandedOver', { count: 1 }));

  await owner.tap('link', oldest);
  await owner.see(t('desk:orders.one', { number: oldest }));
  await expectFits(owner);
  await owner.tap('link', t('desk:orders.refund'));
  await owner.tap('radio', '1');
  await owner.tap('button', t('desk:refund.preview'));
  await owner.see(t('desk:refund.creditNote'));
  await expectFits(owner);
  await owner.tap('button', t('desk:refund.submit', { amount: formatPrice(499) }));
  await owner.see(t('desk:done.refunded'));
});

import { addUnits, MAX_UNITS } from '#src/features/cart/cart.ts';
import { onCartChange } from '#src/features/cart/cart-change.ts';
import { shownPrice } from '#src/features/cart/shown-product.ts';
import { readCart, writeCart } from '#src/features/cart/stored-cart.ts';
import { fill } from '#src/i18n/fill.ts';
import { formatEuro, formatNumber } from '#src/i18n/format.ts';
import { toEuro } from '#src/shared/money.ts';
import { scaled, unitsFor, unitsToAdd } from './portions.ts';

/** The script of a recipe: amounts and packs for the chosen portions, and the button that fills the cart. */
export function startRecipePage(): void {
  const recipe = document.querySelector<HTMLElement>('.recipe')!;
  const field = recipe.querySelector<HTMLInputElement>('#makes')!;
  const made = Number(recipe.dataset.makes);
  const most = Number(field.max);
  const count = () => Math.min(most, Math.max(1, Math.trunc(field.valueAsNumber) || made));

  /** What the cart would get: of each ingredient that is not at home its product, or the substitute in stock. */
  const wanted = () =>
    [...recipe.querySelectorAll('.recipe-list > li')].flatMap((row) => {
      if (row.querySelector<HTMLInputElement>('[data-have]')?.checked) return [];
      const product = [...row.querySelectorAll<HTMLElement>('[data-packs]')].find(
        ({ dataset }) => Number(dataset.available) > 0,
      );
      if (!product) return [];
      const available = Number(product.dataset.available);
      const quantity = unitsToAdd(unitsFor(Number(product.dataset.packs), count() / made), available);
      return [{ id: Number(product.dataset.product), cents: shownPrice(product), available, quantity }];
    });

  const show = () => {
    const ratio = count() / made;
    for (const part of recipe.querySelectorAll<HTMLElement>('[data-amount]'))
      part.textContent = formatNumber(
        ratio === 1 ? Number(part.dataset.amount) : scaled(Number(part.dataset.amount), ratio),
      );
    for (const part of recipe.querySelectorAll<HTMLElement>('[data-packs]'))
      part.querySelector('[data-units]')!.textContent = String(
        Math.min(MAX_UNITS, unitsFor(Number(part.dataset.packs), ratio)),
      );
    const button = recipe.querySelector<HTMLButtonElement>('[data-fill]');
    if (!button) return;
    const all = wanted();
    const sum = recipe.querySelector<HTMLElement>('[data-sum]')!;
    sum.textContent = fill(sum.dataset.sum!, {
      count: all.reduce((units, { quantity }) => units + quantity, 0),
      price: formatEuro(toEuro(all.reduce((cents, line) => cents + line.quantity * line.cents, 0))),
    });
    button.disabled = all.length === 0;
  };

  recipe.addEventListener('input', show);
  // An empty or too large number shows what counts instead.
  field.addEventListener('change', () => (field.value = String(count())));
  recipe.addEventListener('click', ({ target }) => {
    const { step, fill: cart, print: prints } = (target as Element).closest<HTMLElement>('button')?.dataset ?? {};
    if (step) {
      field.value = String(Math.min(most, Math.max(1, count() + Number(step))));
      show();
    }
    if (prints !== undefined) print();
    if (cart === undefined) return;
    writeCart(
      addUnits(
        readCart(),
        wanted().map(({ cents, ...line }) => ({ ...line, price: toEuro(cents) })),
      ),
    );
    location.assign(cart);
  });
  onCartChange(show); // also after fresh stock and prices
  show();
}

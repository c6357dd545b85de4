/** The texts of this language. The same file is in each folder: copy it with the folder. */
import account from './account.json' with { type: 'json' };
import cart from './cart.json' with { type: 'json' };
import catalogue from './catalogue.json' with { type: 'json' };
import checkout from './checkout.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import consent from './consent.json' with { type: 'json' };
import contact from './contact.json' with { type: 'json' };
import converting from './converting.json' with { type: 'json' };
import desk from './desk.json' with { type: 'json' };
import emulator from './emulator.json' with { type: 'json' };
import errors from './errors.json' with { type: 'json' };
import giftVoucher from './giftVoucher.json' with { type: 'json' };
import invoice from './invoice.json' with { type: 'json' };
import legal from './legal.json' with { type: 'json' };
import lists from './lists.json' with { type: 'json' };
import mail from './mail.json' with { type: 'json' };
import priceList from './priceList.json' with { type: 'json' };
import products from './products.json' with { type: 'json' };
import recall from './recall.json' with { type: 'json' };
import recipes from './recipes.json' with { type: 'json' };
import restock from './restock.json' with { type: 'json' };
import reviews from './reviews.json' with { type: 'json' };
import stories from './stories.json' with { type: 'json' };
import vouchers from './vouchers.json' with { type: 'json' };
import withdrawal from './withdrawal.json' with { type: 'json' };
import words from './words.json' with { type: 'json' };

export const texts = {
  common,
  catalogue,
  cart,
  checkout,
  codes,
  account,
  errors,
  emulator,
  giftVoucher,
  lists,
  mail,
  consent,
  contact,
  legal,
  withdrawal,
  restock,
  recall,
  recipes,
  reviews,
  vouchers,
  stories,
  products,
  priceList,
  invoice,
  desk,
  converting,
};

/** Phrases that checks look for, as regular expressions; an empty list finds nothing. */
export const phrases: Readonly<Record<keyof typeof words, readonly string[]>> = words;

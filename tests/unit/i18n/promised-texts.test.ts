import { describe, expect, it } from 'vitest';
import { resources } from '#src/i18n/translate.ts';

const { 'en-US': en, 'pt-BR': pt } = resources;

/** The specification's words, and the text that contains them. The text may continue after them. */
const PROMISED: [words: string, text: string][] = [
  ['An error occurred while fetching.', en.errors.fetch_error],
  ['No products available.', en.errors.no_products_available],
  ['Your credentials are incorrect.', en.errors.invalid_credentials],
  ['Seus dados não estão corretos.', pt.errors.invalid_credentials],
  ['Error registering. Please check the information and try again.', en.errors.registration_error],
  ['Erro ao atualizar os dados. Verifique os dados e tente novamente.', pt.errors.update_error],
  ['Erro ao buscar compras anteriores do cliente.', pt.errors.purchases_error],
  ['Error in PayPal payment', en.errors.paypal_err],
  ['Falha ao processar o checkout: ', pt.errors.checkout_error],
  ['Error requesting password reset.', en.errors.email_send_error],
  ['Error resetting the password.', en.errors.reset_password_error],
  ['Error updating the password. Please check the information and try again.', en.errors.password_update_error],
  ['Error sending the message.', en.errors.message_send_error],
  ['The new passwords do not match. Please try again.', en.errors.password_mismatch],
  ['The new password must be at least 8 characters long.', en.errors.password_min_length],
  ['The current password entered is incorrect. Please try again.', en.errors.current_password_incorrect],
  ['The website is currently under maintenance', en.errors.maintenance],
  ['Order placed successfully!', en.checkout.order.placed],
  ['Registration successful!', en.account.register.success],
  ['An email has been sent with instructions to reset your password.', en.account.forgot.success],
  ['Password reset successfully.', en.account.reset.success],
  ['Password updated successfully!', en.account.change.success],
  ['Message sent successfully.', en.contact.success],
  ['Digite sua busca', pt.common.search.placeholder],
];

describe('the wording that the specification requires', () => {
  it.each(PROMISED)('is in the shop’s texts: %s', (words, text) => {
    expect(text.startsWith(words)).toBe(true);
  });
});

// The interface of Google's pay.js, as far as the shop uses it. The sheet is the emulator's.
(() => {
  class PaymentsClient {
    constructor({ paymentDataCallbacks }) {
      this.callbacks = paymentDataCallbacks;
    }

    async isReadyToPay() {
      return { result: true };
    }

    async loadPaymentData({ transactionInfo: { totalPrice } }) {
      const token = await window.paypalEmulator.openSheet('Google Pay', totalPrice);
      if (token === 'cancel') throw Object.assign(new Error('The buyer closed the sheet.'), { statusCode: 'CANCELED' });
      const paymentData = { paymentMethodData: { type: 'CARD', tokenizationData: { type: 'PAYMENT_GATEWAY', token } } };
      const { transactionState } = await this.callbacks.onPaymentAuthorized(paymentData);
      // Google's sheet shows the error until its buyer closes it.
      if (transactionState !== 'SUCCESS')
        throw Object.assign(new Error('The payment was refused.'), { statusCode: 'CANCELED' });
      return paymentData;
    }
  }
  window.google = { payments: { api: { PaymentsClient } } };
})();

// The interface of PayPal's browser SDK v6, as far as the shop uses it; see the types of @paypal/paypal-js/sdk-v6.
(() => {
  const base = document.currentScript.src.replace(/\/web-sdk\/v6\/core.*$/, '');
  const PAYER = 'EMULATEDBUYER';
  let locale = '';
  const CLOSED_CHECK_MS = 150;

  const problem = (code, message, isRecoverable) =>
    Object.assign(new Error(message), { name: 'PayPalError', code, isRecoverable });
  const addressOf = (orderId) => `${base}/checkoutnow?token=${encodeURIComponent(orderId)}`;

  function createSession({ onApprove, onCancel, onComplete, onError, orderId: knownOrderId }) {
    let end = () => {};

    const approve = async (orderId) => {
      await onApprove?.({ orderId, payerId: PAYER, fundingSource: 'paypal' });
      onComplete?.({ paymentSessionState: 'approved' });
    };
    const cancel = (orderId) => {
      onCancel?.({ orderId });
      onComplete?.({ paymentSessionState: 'canceled' });
    };

    /** Waits for the window's message, or until it is closed. */
    function listen(popup, orderId) {
      const decide = (event) => {
        if (event.source !== popup || event.data?.source !== 'paypal-emulator' || event.data.orderId !== orderId)
          return;
        end();
        if (event.data.decision === 'cancel') cancel(orderId);
        else void approve(orderId);
      };
      let sawItClosed = false;
      const timer = setInterval(() => {
        // A message may arrive after the window has closed, so wait once more.
        if (!popup.closed || !sawItClosed) return void (sawItClosed = popup.closed);
        end();
        cancel();
      }, CLOSED_CHECK_MS);
      window.addEventListener('message', decide);
      end = () => {
        clearInterval(timer);
        window.removeEventListener('message', decide);
        end = () => {};
      };
    }

    async function startPopup(promise) {
      // Opened during the tap and before any wait, because browsers block windows that open later.
      const popup = window.open('about:blank', 'paypal-emulator', 'popup,width=500,height=720');
      if (!popup) throw problem('ERR_DEV_UNABLE_TO_OPEN_POPUP', 'The browser did not open a window.', true);
      try {
        const orderId = knownOrderId ?? (await promise).orderId;
        listen(popup, orderId);
        if (!popup.closed) popup.location.replace(`${addressOf(orderId)}&popup=1`);
      } catch (error) {
        popup.close();
        onError?.(error);
        throw error;
      }
    }

    async function startRedirect(promise, autoRedirect) {
      const redirectURL = addressOf(knownOrderId ?? (await promise).orderId);
      if (autoRedirect?.enabled !== false) window.location.assign(redirectURL);
      return { redirectURL };
    }

    return {
      async start({ presentationMode = 'auto', autoRedirect } = {}, promise) {
        if (presentationMode === 'redirect') return startRedirect(promise, autoRedirect);
        if (presentationMode === 'popup' || presentationMode === 'auto') return startPopup(promise);
        throw problem('ERR_FLOW_UNSUPPORTED', `The emulator has no ${presentationMode}.`, true);
      },
      hasReturned: () => new URLSearchParams(location.search).has('PayerID'),
      resume: () => approve(new URLSearchParams(location.search).get('token')),
      cancel: () => end(),
      destroy: () => end(),
    };
  }

  /** Sends a card to PayPal. */
  const sendCard = async (fields) => {
    const body = new URLSearchParams({ locale, ...fields });
    const response = await fetch(`${base}/web-sdk/v6/card`, { method: 'POST', body });
    return response.json();
  };

  /** Asks the buyer, with a button for each choice. */
  function choose(title, choices) {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', title);
    dialog.append(Object.assign(document.createElement('p'), { textContent: title }));
    for (const [value, textContent] of Object.entries(choices)) {
      const button = Object.assign(document.createElement('button'), { type: 'button', value, textContent });
      button.addEventListener('click', () => dialog.close(value));
      dialog.append(button, ' ');
    }
    document.body.append(dialog);
    return new Promise((resolve) => {
      dialog.addEventListener('close', () => {
        dialog.remove();
        resolve(dialog.returnValue || 'cancel');
      });
      dialog.showModal();
    });
  }

  const askBank = ({ title, ...choices }) => choose(title, choices);

  /** A wallet's sheet; resolves with the number of the card, or `cancel`. */
  async function openSheet(wallet, total) {
    const query = new URLSearchParams({ locale, wallet, total });
    const { title, choices } = await (await fetch(`${base}/web-sdk/v6/sheet?${query}`)).json();
    return choose(title, choices);
  }

  function createGooglePaySession() {
    let asked;
    return {
      formatConfigForPaymentRequest: (config) => config,
      async confirmOrder({ orderId, paymentMethodData }) {
        const fields = { token: orderId, number: paymentMethodData.tokenizationData.token };
        const { state, bank } = await sendCard(fields);
        if (state === 'failed') throw problem('ERR_CONFIRM', 'PayPal does not take this card.', false);
        asked = { fields, bank };
        return { id: orderId, status: state === 'asks' ? 'PAYER_ACTION_REQUIRED' : 'APPROVED' };
      },
      async initiatePayerAction() {
        const { state } = await sendCard({ ...asked.fields, decision: await askBank(asked.bank) });
        if (state !== 'succeeded') throw problem('ERR_AUTHENTICATION', 'The bank did not confirm its customer.', false);
        return { liabilityShift: 'POSSIBLE' };
      },
    };
  }

  const createAppleSession = () => ({
    formatConfigForPaymentRequest: (config) => config,
    validateMerchant: async () => ({ merchantSession: {} }),
    async confirmOrder({ orderId, token }) {
      const { state } = await sendCard({ token: orderId, number: token });
      if (state !== 'succeeded') throw problem('ERR_CONFIRM', 'PayPal does not take this card.', false);
      return { approveApplePayPayment: { id: orderId, status: 'APPROVED' } };
    },
  });

  /** Apple's sheet, for browsers without Apple Pay. */
  class EmulatedAppleSession {
    static STATUS_SUCCESS = 0;
    static STATUS_FAILURE = 1;
    static canMakePayments = () => true;

    constructor(version, request) {
      this.total = request.total.amount;
    }

    begin() {
      this.onvalidatemerchant({ validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/startSession' });
    }

    async completeMerchantValidation() {
      const token = await openSheet('Apple Pay', this.total);
      if (token === 'cancel') this.oncancel();
      else this.onpaymentauthorized({ payment: { token, billingContact: {} } });
    }

    completePaymentMethodSelection() {}
    completePayment() {}
    abort() {}
  }

  /** PayPal's card fields are frames; these are fields of the shop's page. */
  function createCardSession() {
    const inputs = {};
    const listeners = [];
    const fieldState = ({ value }, isValid) => ({
      isFocused: false,
      isEmpty: value === '',
      isValid,
      isPotentiallyValid: true,
    });
    const state = (emittedBy) => ({
      cards: [],
      emittedBy,
      number: fieldState(inputs.number, /^(\s*\d){12,19}\s*$/.test(inputs.number.value)),
      expiry: fieldState(inputs.expiry, /^\s*\d{1,2}\s*\/\s*\d{2,4}\s*$/.test(inputs.expiry.value)),
      cvv: fieldState(inputs.cvv, /^\d{3,4}$/.test(inputs.cvv.value)),
    });
    return {
      createCardFieldsComponent({ type, ariaLabel, placeholder = '', style = {} }) {
        const input = document.createElement('input');
        Object.assign(input, { ariaLabel, placeholder, inputMode: 'numeric', autocomplete: 'off' });
        Object.assign(input.style, { boxSizing: 'border-box', width: '100%', height: '100%', ...style.input });
        input.addEventListener('input', () => {
          for (const listener of listeners) listener({ data: state(type), sender: type });
        });
        inputs[type] = input;
        return input;
      },
      on: async (event, listener) => void (event === 'change' && listeners.push(listener)),
      update() {},
      destroy() {
        for (const input of Object.values(inputs)) input.remove();
      },
      async submit(orderId) {
        const fields = { token: orderId, number: inputs.number.value };
        const first = await sendCard(fields);
        const { state: end } =
          first.state === 'asks' ? await sendCard({ ...fields, decision: await askBank(first.bank) }) : first;
        return {
          state: end,
          data: { orderId, ...(first.bank && { liabilityShift: end === 'failed' ? 'NO' : 'POSSIBLE' }) },
        };
      },
    };
  }

  const COMPONENTS = {
    paypal: 'paypal-payments',
    advanced_cards: 'card-fields',
    googlepay: 'googlepay-payments',
    applepay: 'applepay-payments',
  };
  const APPLE_CONFIG = { merchantCapabilities: ['supports3DS'], supportedNetworks: ['visa', 'masterCard'] };
  const GOOGLE_CONFIG = {
    eligible: true,
    merchantCountry: 'DE',
    apiVersion: 2,
    apiVersionMinor: 0,
    allowedPaymentMethods: [],
    merchantInfo: { merchantId: 'EMULATED', merchantOrigin: location.hostname },
  };
  /** The methods that a test has refused. */
  async function refusedMethod() {
    const response = await fetch(`${base}/web-sdk/v6/eligibility`);
    return (await response.json()).refused.toLowerCase();
  }

  async function createInstance({ clientId, clientToken, components, locale: language = '' }) {
    if (!clientId && !clientToken) throw problem('ERR_INVALID_CLIENT_TOKEN', 'createInstance needs a clientId.', false);
    const unknown = components?.filter((name) => !Object.values(COMPONENTS).includes(name)) ?? ['none'];
    if (unknown.length > 0)
      throw problem('ERR_DEV_INVALID_COMPONENT', `The emulator does not have ${unknown.join(', ')}.`, false);
    locale = language;
    if (components.includes('applepay-payments')) window.ApplePaySession ??= EmulatedAppleSession;
    return {
      async findEligibleMethods() {
        const refused = components.some((name) => name !== 'paypal-payments') ? await refusedMethod() : '';
        return {
          isEligible: (method) => method !== refused && components.includes(COMPONENTS[method]),
          getDetails: (method) => ({
            canBeVaulted: false,
            config: method === 'googlepay' ? GOOGLE_CONFIG : APPLE_CONFIG,
          }),
        };
      },
      updateLocale() {},
      createPayPalOneTimePaymentSession: createSession,
      ...(components.includes('card-fields') && { createCardFieldsOneTimePaymentSession: createCardSession }),
      ...(components.includes('applepay-payments') && { createApplePayOneTimePaymentSession: createAppleSession }),
      ...(components.includes('googlepay-payments') && {
        createGooglePayOneTimePaymentSession: createGooglePaySession,
      }),
    };
  }

  // For the scripts of wallets.
  window.paypalEmulator = { openSheet };
  window.paypal = { version: '6.0.0', createInstance };
})();

// The interface of PayPal's browser SDK v6, as far as the shop uses it; see the types of @paypal/paypal-js/sdk-v6.
(() => {
  const base = document.currentScript.src.replace(/\/web-sdk\/v6\/core.*$/, '');
  const PAYER = 'EMULATEDBUYER';
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

  async function createInstance({ clientId, clientToken, components }) {
    if (!clientId && !clientToken) throw problem('ERR_INVALID_CLIENT_TOKEN', 'createInstance needs a clientId.', false);
    if (!components?.includes('paypal-payments'))
      throw problem('ERR_DEV_INVALID_COMPONENT', 'The emulator has paypal-payments only.', false);
    return {
      findEligibleMethods: async () => ({
        isEligible: (method) => method === 'paypal',
        getDetails: () => ({ canBeVaulted: false }),
      }),
      updateLocale() {},
      createPayPalOneTimePaymentSession: createSession,
    };
  }

  window.paypal = { version: '6.0.0', createInstance };
})();

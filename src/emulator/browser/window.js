// Sends the buyer's decision to the shop's page and closes the window. The message may go to any page, because it has
// no secret.
const { order: orderId, decision } = document.currentScript.dataset;
window.opener?.postMessage({ source: 'paypal-emulator', orderId, decision }, '*');
window.close();

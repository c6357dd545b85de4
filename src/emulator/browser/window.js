// Tells the shop's page what the buyer decided, and closes the window. The address of the shop's page is not known here, and nothing of it is secret.
const { order: orderId, decision } = document.currentScript.dataset;
window.opener?.postMessage({ source: 'paypal-emulator', orderId, decision }, '*');
window.close();

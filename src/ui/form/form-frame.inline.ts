/**
 * The work of a page with forms before React hydrates. One script, because each one costs a hash in the page's security
 * policy.
 */
import '../island-alert.inline.ts';
import './hold-early-submit.ts';

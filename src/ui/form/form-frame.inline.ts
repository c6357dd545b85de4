/** What a page's forms do before their islands arrive: one script, for each costs its hash in the page's policy. */
import '../island-alert.inline.ts';
import './keep-early.ts';

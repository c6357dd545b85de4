/** `npm run preview`: serves the last build as it is. */
import { serveShop } from './serve-shop.ts';

serveShop();

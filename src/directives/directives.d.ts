import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:cart'?: boolean;
    'client:interact'?: boolean;
  }
}

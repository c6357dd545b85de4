import type { AstroIntegration } from 'astro';

/** Registers `client:cart` and `client:interact`. */
export function clientDirectives(): AstroIntegration {
  return {
    name: 'client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        // Entrypoints must be strings relative to the project.
        addClientDirective({ name: 'cart', entrypoint: './src/directives/cart.ts' });
        addClientDirective({ name: 'interact', entrypoint: './src/directives/interact.ts' });
      },
    },
  };
}

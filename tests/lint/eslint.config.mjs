import astro from 'eslint-plugin-astro';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { rooms } from './rooms.mjs';

/** Files under `files` must not import what matches `patterns`. */
const forbid = (files, patterns, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [...ALWAYS, { regex: patterns, message, allowTypeImports: true }] }] },
});

const ALWAYS = [
  { regex: '^\\.\\./\\.\\./', message: 'Import across folders through #src/….' },
  { regex: '^#src/pages/', message: 'Nobody imports pages.' },
];

export default defineConfig(
  { ignores: ['dist', '.data', '.test', '.astro', 'node_modules'] },
  ...tseslint.configs.recommended,
  ...astro.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  { files: ['src/**/*.{ts,tsx,astro}'], rules: { 'no-restricted-imports': ['error', { patterns: ALWAYS }] } },
  { files: ['src/**/*.{ts,tsx,astro}'], plugins: { shop: { rules: { rooms } } }, rules: { 'shop/rooms': 'error' } },
  forbid(['src/features/**/*.{tsx,store.ts}'], '/server/|\\.schema\\.ts$', 'Server code and schemas never reach the browser.'),
  {
    files: ['src/cli/**', 'src/site/build/**', 'src/emulator/main.ts', 'tests/**', 'src/server/run-program.ts'],
    rules: { 'no-console': 'off' },
  },
);

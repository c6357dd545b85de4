import astro from 'eslint-plugin-astro';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Who may import whom (docs/architecture.md): `patterns` are what files under `files` must not import. */
const forbid = (files, patterns, message) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: [...ALWAYS, { regex: patterns, message, allowTypeImports: true }] }] },
});

const ALWAYS = [
  { regex: '^\\.\\./\\.\\./', message: 'Import across folders through #src/….' },
  { regex: '^#src/pages/', message: 'Nobody imports pages.' },
];
const FEATURES = '^#src/features/';

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
  forbid(
    ['src/shared/**', 'src/i18n/**', 'src/ui/**'],
    `${FEATURES}|^#src/(server|shell|tools)/`,
    'Shared rooms know nothing of what stands on them.',
  ),
  forbid(['src/server/*/**', 'src/server/!(main).ts'], `${FEATURES}|^#src/(shell|tools)/`, 'src/server imports no feature.'),
  forbid(
    ['src/features/catalogue/**'],
    '^#src/features/(cart|checkout|account|contact|consent|legal)/|^#src/tools/',
    'Features form no cycle: catalogue ← cart ← checkout → account.',
  ),
  forbid(['src/features/**/*.{tsx,store.ts}'], '/server/|\\.schema\\.ts$', 'Server code and schemas never reach the browser.'),
  { files: ['src/tools/**', 'tests/**', 'src/server/run-program.ts'], rules: { 'no-console': 'off' } },
);

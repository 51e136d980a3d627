import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Who may import whom, by the `nx.tags` of each package. Everything not listed is refused. */
const depConstraints = [
  {
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: [
      'type:contracts',
      'type:audit-chain',
      'type:oracle',
      'type:warehouse',
      'type:platform',
      'type:runner',
      'type:duckdb-sql',
      'type:certified-data',
      'type:charts',
      'type:drift',
      'type:point-in-time',
      'type:svg',
      'type:closest-name',
      'type:webhook',
      'type:testing',
    ],
  },
  // A web client knows the service by its contracts; it draws what the server draws, and may verify a certificate itself.
  {
    sourceTag: 'type:web',
    onlyDependOnLibsWithTags: ['type:contracts', 'type:audit-chain', 'type:charts', 'type:svg', 'type:closest-name'],
  },
  { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:audit-chain', onlyDependOnLibsWithTags: ['type:contracts', 'type:testing'] },
  {
    sourceTag: 'type:oracle',
    onlyDependOnLibsWithTags: ['type:contracts', 'type:svg', 'type:closest-name', 'type:testing'],
  },
  { sourceTag: 'type:warehouse', onlyDependOnLibsWithTags: ['type:contracts'] },
  { sourceTag: 'type:runner', onlyDependOnLibsWithTags: ['type:contracts', 'type:testing'] },
  { sourceTag: 'type:duckdb-sql', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:drift', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:point-in-time', onlyDependOnLibsWithTags: ['type:duckdb-sql', 'type:testing'] },
  { sourceTag: 'type:svg', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:closest-name', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:charts', onlyDependOnLibsWithTags: ['type:contracts', 'type:svg'] },
  { sourceTag: 'type:webhook', onlyDependOnLibsWithTags: [] },
  {
    sourceTag: 'type:certified-data',
    onlyDependOnLibsWithTags: ['type:contracts', 'type:platform', 'type:warehouse', 'type:testing'],
  },
  { sourceTag: 'type:platform', onlyDependOnLibsWithTags: ['type:contracts', 'type:testing'] },
  {
    sourceTag: 'type:testing',
    onlyDependOnLibsWithTags: ['type:contracts'],
  },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:contracts', 'type:testing'] },
  { sourceTag: 'type:tools', onlyDependOnLibsWithTags: ['type:contracts', 'type:testing'] },
  { sourceTag: 'type:benchmarks', onlyDependOnLibsWithTags: ['type:contracts', 'type:drift', 'type:testing'] },
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.svc/',
      '.nx/',
      'coverage/',
      'python/',
      '**/*.js',
      '**/*.mjs',
      '**/*.cjs',
    ],
  },
  {
    // @nx/enforce-module-boundaries reads the project graph that `nx show projects` leaves behind: run that first.
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { project: ['./tsconfig.json'], tsconfigRootDir: import.meta.dirname } },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    rules: {
      // Loading a library when a command needs it, as the CLI does, is no reason to load it late everywhere.
      '@nx/enforce-module-boundaries': [
        'error',
        {
          depConstraints,
          enforceBuildableLibDependency: false,
          allowCircularSelfDependency: false,
          checkDynamicDependenciesExceptions: ['.*'],
        },
      ],

      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'no-console': 'error',
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 6],
    },
  },
  {
    // A describe block is a list of sentences and a migration a list of statements; an expectation may read a method without calling it.
    files: [
      '**/*.spec.{ts,tsx}',
      '**/*.conformance.ts',
      '**/*.fixture.ts',
      '**/test/**/*.ts',
      '**/migrations/*.ts',
      'e2e/**/*.ts',
    ],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // What a test receives from outside it also asserts.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
);

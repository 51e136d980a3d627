const path = require('node:path');

const libs = path.join(__dirname, 'libs');

/** SWC, for Node's module system; `tsx` for pages, which get their JSX from React. */
function transformed(tsx) {
  return [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx, decorators: !tsx },
        transform: tsx ? { react: { runtime: 'automatic' } } : { legacyDecorator: true, decoratorMetadata: true },
        target: 'es2023',
        keepClassNames: true,
      },
      module: { type: 'commonjs' },
      sourceMaps: 'inline',
    },
  ];
}

/** Root preset: SWC transforms our TypeScript and ESM-only packages; `@svc/x` means the sources of `libs/x`. */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['**/*.spec.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/', '/.svc/'],
  moduleNameMapper: {
    '^@svc/(contracts|audit-chain|oracle|warehouse|platform|runner|duckdb-sql|point-in-time|certified-data|charts|svg|closest-name|webhook|testing)$': `${libs}/$1/src/index.ts`,
  },
  transform: { '^.+\\.[cm]?[jt]s$': transformed(false), '^.+\\.[jt]sx$': transformed(true) },
  // ESM-only packages must pass through SWC; everything else in node_modules is CommonJS already.
  transformIgnorePatterns: [
    '/node_modules/(?!(hyparquet|hyparquet-compressors|hysnappy|fzstd|re2js|@noble|openid-client|oauth4webapi|jose)/)',
  ],
  // Nothing asserts a duration; this only ends what hangs, on machines that may be very slow.
  testTimeout: 300_000,
};

module.exports = {
  ...require('../jest.preset'),
  displayName: 'e2e',
  // One stack, started as a user starts it, serves every spec; they run in turn because one of them kills its processes.
  testPathIgnorePatterns: [
    ...require('../jest.preset').testPathIgnorePatterns,
    '<rootDir>/containers/',
    '<rootDir>/cluster/',
  ],
  globalSetup: './start-stack.js',
  globalTeardown: './stop-stack.js',
  maxWorkers: 1,
};

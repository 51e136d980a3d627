module.exports = {
  ...require('../../jest.preset'),
  displayName: 'cli',
  // The width of texts comes from a package that is an ES module only.
  transformIgnorePatterns: ['/node_modules/(?!fast-string-truncated-width/)'],
};

const preset = require('../../jest.preset');

module.exports = {
  ...preset,
  displayName: 'compute-service',
  // What is loaded only when it is needed is named as in the compiled code.
  moduleNameMapper: { ...preset.moduleNameMapper, '^(\\./(?:worker/query-program|export/run-export))\\.js$': '$1' },
};

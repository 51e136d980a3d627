module.exports = { ...require('../../jest.preset'), displayName: 'containers', maxWorkers: 1, testTimeout: 600_000 };

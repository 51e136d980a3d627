module.exports = { ...require('../../jest.preset'), displayName: 'cluster', maxWorkers: 1, testTimeout: 600_000 };

module.exports = { ...require('../jest.preset'), displayName: 'benchmarks' };

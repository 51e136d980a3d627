module.exports = { ...require('../../jest.preset'), displayName: 'cli' };

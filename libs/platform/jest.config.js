module.exports = { ...require('../../jest.preset'), displayName: 'platform' };

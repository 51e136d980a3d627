module.exports = { ...require('../../jest.preset'), displayName: 'svg' };

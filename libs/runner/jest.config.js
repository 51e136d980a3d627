module.exports = { ...require('../../jest.preset'), displayName: 'runner' };

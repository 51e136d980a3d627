module.exports = { ...require('../../jest.preset'), displayName: 'oracle' };

module.exports = { ...require('../../jest.preset'), displayName: 'charts' };

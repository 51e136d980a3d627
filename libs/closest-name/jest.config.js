module.exports = { ...require('../../jest.preset'), displayName: 'closest-name' };

module.exports = { ...require('../../jest.preset'), displayName: 'warehouse' };

module.exports = { ...require('../../jest.preset'), displayName: 'certified-data' };

module.exports = { ...require('../../jest.preset'), displayName: 'webhook' };

module.exports = { ...require('../../jest.preset'), displayName: 'audit-chain' };

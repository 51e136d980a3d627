module.exports = { ...require('../../jest.preset'), displayName: 'certificate conformance' };

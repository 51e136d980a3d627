module.exports = { ...require('../../jest.preset'), displayName: 'cert-service' };

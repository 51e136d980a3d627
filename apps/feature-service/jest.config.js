module.exports = { ...require('../../jest.preset'), displayName: 'feature-service' };

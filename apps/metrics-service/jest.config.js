module.exports = { ...require('../../jest.preset'), displayName: 'metrics-service' };

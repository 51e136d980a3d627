module.exports = { ...require('../../jest.preset'), displayName: 'compute-service' };

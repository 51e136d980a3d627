module.exports = { ...require('../../jest.preset'), displayName: 'model-service' };

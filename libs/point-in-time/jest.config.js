module.exports = { ...require('../../jest.preset'), displayName: 'point-in-time' };

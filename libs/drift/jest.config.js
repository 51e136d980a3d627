module.exports = { ...require('../../jest.preset'), displayName: 'drift' };

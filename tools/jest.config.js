module.exports = { ...require('../jest.preset'), displayName: 'tools' };

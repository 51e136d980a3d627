module.exports = { ...require('../../jest.preset'), displayName: 'duckdb-sql' };

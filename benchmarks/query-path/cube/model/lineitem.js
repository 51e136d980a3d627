cube('lineitem', {
  sql_table: 'lineitem',
  measures: {
    quantity: { sql: 'l_quantity', type: 'sum' },
    revenue: { sql: 'l_extendedprice * (1 - l_discount)', type: 'sum' },
    n: { type: 'count' },
  },
  dimensions: {
    orderkey: { sql: 'l_orderkey', type: 'number' },
    shipmode: { sql: 'l_shipmode', type: 'string' },
    returnflag: { sql: 'l_returnflag', type: 'string' },
  },
});

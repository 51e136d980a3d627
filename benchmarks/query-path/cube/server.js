'use strict';
const { ApiGateway } = require('@cubejs-backend/api-gateway');
const { CompilerApi, CubejsServerCore } = require('@cubejs-backend/server-core');
const { DuckDBDriver } = require('@cubejs-backend/duckdb-driver');
const cors = require('cors');
const express = require('express');
const jwt = require('jsonwebtoken');

/*
 * `node server.js <Parquet file> <threads>`: Cube's REST API over one file, on a free port of this machine alone. It is put
 * together as Cube's own server does it. Tells its parent the port and a token.
 *
 * Two hooks of Cube leave out what only its native module has, neither of which is on the way of a query that comes by REST
 * over a model in JavaScript: the SQL interface (Postgres's protocol), and Jinja templates in YAML models.
 */
class Gateway extends ApiGateway {
  createSQLServerInstance() {
    return null;
  }
}

CompilerApi.prototype.createNativeInstance = () => ({ newJinjaEngine: () => null });

class Core extends CubejsServerCore {
  createApiGatewayInstance(...all) {
    return new Gateway(...all);
  }
}

const [file, threads] = process.argv.slice(2);
const core = new Core({
  dbType: 'duckdb',
  driverFactory: () =>
    new DuckDBDriver({
      initSql: `SET threads = ${threads}; SET memory_limit = '1GB'; SET parquet_metadata_cache = true; CREATE VIEW lineitem AS FROM read_parquet('${file}')`,
    }),
});
const app = express();
app.use(cors({ allowedHeaders: 'authorization,content-type,x-request-id' }));
app.use(express.json({ limit: '50mb' }));
core.initApp(app).then(() => {
  const server = app.listen(0, '127.0.0.1', () => {
    process.send({ port: server.address().port, token: jwt.sign({}, process.env.CUBEJS_API_SECRET) });
  });
});
// It ends with whoever started it, however that ended.
process.once('disconnect', () => process.exit());

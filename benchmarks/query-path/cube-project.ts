/** The newest Cube found that answers a query without its native module, which its package downloads from elsewhere. */
export const CUBE = '0.35.81';
/** Its official driver; the only version on Node's API of DuckDB that the service also uses. */
export const CUBE_DRIVER = '1.7.43';

/** What npm is to install: Cube with its driver, which builds on the same Cube, and this version of DuckDB's Node API. */
export function cubeManifest(duckdb: string): string {
  return JSON.stringify({
    private: true,
    dependencies: {
      '@cubejs-backend/server': CUBE,
      '@cubejs-backend/duckdb-driver': CUBE_DRIVER,
      // Asked for here so that Cube's own lie on top and the driver's below the driver.
      '@cubejs-backend/base-driver': CUBE,
      '@cubejs-backend/shared': '0.35.67',
    },
    // The driver's dialect is a subclass of Cube's compiler: it has to be the one that runs.
    overrides: {
      '@cubejs-backend/duckdb-driver': { '@cubejs-backend/schema-compiler': CUBE, '@duckdb/node-api': duckdb },
    },
  });
}

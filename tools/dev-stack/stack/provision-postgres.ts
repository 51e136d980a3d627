import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SERVICES, type ServiceName } from '@svc/contracts';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { secretIn } from '../state/secret-file';
import type { StackUrls } from './stack-urls';

async function mayCreateRoles(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user',
  );
  return rows[0]?.may ?? false;
}

async function connected(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'svc-dev-stack',
    connectionTimeoutMillis: 10_000,
  });
  try {
    await client.connect();
  } catch (error) {
    throw new Error(
      `Postgres at ${new URL(url).host} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return client;
}

/** Those that have a role and a schema: the services, and MLflow, which model-service runs with a role that reads none of its rows. */
export type SchemaOwner = ServiceName | 'tracking';
export const SCHEMA_OWNERS: readonly SchemaOwner[] = [...SERVICES, 'tracking'];

/** Refuses a schema of another stack, or of this one before its secrets were removed: its rows do not match our warehouse. */
async function requireOwnSchema(client: Client, service: SchemaOwner, role: string): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(
    'SELECT pg_get_userbyid(nspowner) AS owner FROM pg_namespace WHERE nspname = $1',
    [service],
  );
  const owner = rows[0]?.owner;
  if (owner !== role)
    throw new Error(
      `The database already has another svc: its schema "${service}" belongs to ${owner}. Give this stack its own database.`,
    );
}

/** Runs at every start: it also repairs manual changes. */
async function provisionService(client: Client, service: SchemaOwner, role: string, password: string): Promise<void> {
  const name = escapeIdentifier(role);
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${name} LOGIN`);
  await client.query(`ALTER ROLE ${name} PASSWORD ${escapeLiteral(password)}`);
  // Only a member may give a schema to a role; a superuser is a member of all.
  await client.query(`GRANT ${name} TO current_user`);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(service)} AUTHORIZATION ${name}`);
  await requireOwnSchema(client, service, role);
}

/**
 * Gives every service, and MLflow, a role of its own that owns the schema of its name and nothing else, and returns the URL for each.
 * A server that runs elsewhere may not let us create roles; then all use the given one.
 */
export async function provisionPostgres(urls: StackUrls, secrets: string): Promise<ReadonlyMap<SchemaOwner, string>> {
  const client = await connected(urls.postgres);
  try {
    if (!(await mayCreateRoles(client))) return new Map(SCHEMA_OWNERS.map((service) => [service, urls.postgres]));
    // Roles belong to the whole server, which stacks may share.
    const stack = secretIn(join(secrets, 'stack-name'), () => randomBytes(4).toString('hex'));
    const entries: [SchemaOwner, string][] = [];
    for (const service of SCHEMA_OWNERS) {
      const role = `svc_${stack}_${service}`;
      await provisionService(client, service, role, urls.rolePassword(service));
      const url = new URL(urls.postgres);
      url.username = role;
      url.password = urls.rolePassword(service);
      entries.push([service, url.href]);
    }
    return new Map(entries);
  } finally {
    await client.end();
  }
}

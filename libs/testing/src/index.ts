export { CALLERS, person, tokenOf } from './callers';
export { eventually } from './eventually';
export {
  findPostgresDirectories,
  findProgram,
  MissingProgram,
  requireProgram,
  type Unpacked,
  unpackedIn,
} from './find-program';
export { FaultyProxy } from './faulty-proxy';
export { freePort } from './free-port';
export { casesOf, provesAll, sampleOf } from './long-proofs';
export { namedObjectConformance } from './named-object/named-object.conformance';
export { type KeepsNamedObjects, lifeEndpoints } from './named-object/named-object-calls';
export { natsCommand, startNats, type NatsOptions } from './nats';
export { ordinaryUser, type OrdinaryUser } from './ordinary-user';
export { initialisePostgres, postgresCommand, startPostgres, type PostgresOptions } from './postgres';
export type { PrivateServer } from './private-server';
export { redisCommand, redisConfiguration, startRedis } from './redis';
export { refusal } from './refusal';
export { serviceIdentities } from './service-identities';
export { scratchDirectory } from './scratch-directory';
export { tiedToParent, type CommandLine, type ServerCommand } from './server-command';
export { startService, type RunningService, type ServiceOptions } from './service';
export { flipped, objectName, objectPath, rewriteFile, storedObjects } from './tampering';

import type { Endpoint } from './endpoint/endpoint';
import { merged } from './merged';
import { nouns } from './nouns';
import { reviewAccess } from './object-access/object-access.endpoints';

/** Every HTTP operation of the service, by the name a client calls it. */
export const api = { ...merged(nouns, 'endpoints'), ...merged(nouns, 'access'), reviewAccess };

export type Api = typeof api;

/** The same as a list, for the gateway's routes, the OpenAPI document and the role matrix. */
export const endpoints: readonly Endpoint[] = Object.values(api);

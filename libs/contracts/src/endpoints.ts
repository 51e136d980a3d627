import type { Endpoint } from './endpoint';
import { merged } from './noun';
import { nouns } from './nouns';
import { reviewAccess } from './object-access/object-access.endpoints';

/** Every HTTP operation of the service, by the name a client calls it. */
export const api = { ...merged(nouns, 'endpoints'), ...merged(nouns, 'access'), reviewAccess };

export type Api = typeof api;

/** The same, as the gateway's loop, the OpenAPI document and the role matrix read it. */
export const endpoints: readonly Endpoint[] = Object.values(api);

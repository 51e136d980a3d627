import { z } from 'zod';
import { type Endpoint, endpoint } from '../endpoint/endpoint';

/** Where MLflow is mounted: people open it, and clients have `MLFLOW_TRACKING_URI` end in it. */
export const TRACKING_PREFIX = '/ml-tracking';

/** What a call does to what is tracked. */
export type TrackingEffect = 'read' | 'write' | 'delete';

/**
 * Who answers. `page`: MLflow's user interface. `registry`: the registry of models itself, so that nothing MLflow keeps can
 * differ from it. `store`: MLflow, about the experiments, runs and models that the call names. `artifact`: MLflow, a file below
 * the folder of an experiment.
 */
export type TrackingKind = 'page' | 'registry' | 'store' | 'artifact';

/** One of the calls that the mount lets through. */
export interface TrackingCall {
  readonly method: string;
  /** As in the list below: what the audit log names, and what decides how it is answered. */
  readonly route: string;
  readonly effect: TrackingEffect;
  readonly kind: TrackingKind;
}

/** A call, and what its path names, decoded. */
export interface MatchedCall extends TrackingCall {
  readonly params: Readonly<Record<string, string>>;
}

/** Every call that the mount lets through; whatever is not here does not exist. `{api}` is `api` or `ajax-api`. */
const LIST = `
read   page     GET         /
read   page     GET         /static-files/{path...}
read   page     GET         /version
read   page     GET         /health
read   page     GET         /{api}/3.0/mlflow/server-info
read   registry GET         /{api}/2.0/mlflow/registered-models/get
read   registry GET         /{api}/2.0/mlflow/registered-models/search
read   registry GET,POST    /{api}/2.0/mlflow/registered-models/get-latest-versions
read   registry GET         /{api}/2.0/mlflow/registered-models/alias
read   registry GET         /{api}/2.0/mlflow/model-versions/get
read   registry GET         /{api}/2.0/mlflow/model-versions/search
read   registry GET         /{api}/2.0/mlflow/model-versions/get-download-uri
read   store    GET,POST    /{api}/2.0/mlflow/experiments/search
read   store    GET         /{api}/2.0/mlflow/experiments/get
read   store    GET         /{api}/2.0/mlflow/experiments/get-by-name
read   store    POST        /ajax-api/2.0/mlflow/experiments/search-datasets
read   store    POST        /{api}/2.0/mlflow/runs/search
read   store    GET         /{api}/2.0/mlflow/runs/get
read   store    GET         /{api}/2.0/mlflow/metrics/get-history
read   store    GET         /ajax-api/2.0/mlflow/metrics/get-history-bulk
read   store    GET         /{api}/2.0/mlflow/metrics/get-history-bulk-interval
read   store    GET         /{api}/2.0/mlflow/artifacts/list
read   store    GET         /get-artifact
read   store    GET         /{api}/2.0/mlflow/logged-models/{model_id}
read   store    POST        /{api}/2.0/mlflow/logged-models/search
read   store    GET         /{api}/2.0/mlflow/logged-models/{model_id}/artifacts/directories
read   store    GET         /ajax-api/2.0/mlflow/logged-models/{model_id}/artifacts/files
write  store    POST        /{api}/2.0/mlflow/experiments/create
write  store    POST        /{api}/2.0/mlflow/experiments/update
write  store    POST        /{api}/2.0/mlflow/experiments/restore
write  store    POST        /{api}/2.0/mlflow/experiments/set-experiment-tag
write  store    POST        /{api}/2.0/mlflow/experiments/delete-experiment-tag
write  store    POST        /{api}/2.0/mlflow/runs/create
write  store    POST        /{api}/2.0/mlflow/runs/update
write  store    POST        /{api}/2.0/mlflow/runs/restore
write  store    POST        /{api}/2.0/mlflow/runs/log-metric
write  store    POST        /{api}/2.0/mlflow/runs/log-parameter
write  store    POST        /{api}/2.0/mlflow/runs/log-batch
write  store    POST        /{api}/2.0/mlflow/runs/log-model
write  store    POST        /{api}/2.0/mlflow/runs/log-inputs
write  store    POST        /{api}/2.0/mlflow/runs/outputs
write  store    POST        /{api}/2.0/mlflow/runs/set-tag
write  store    POST        /{api}/2.0/mlflow/runs/delete-tag
write  store    POST        /{api}/2.0/mlflow/logged-models
write  store    PATCH       /{api}/2.0/mlflow/logged-models/{model_id}
write  store    PATCH       /{api}/2.0/mlflow/logged-models/{model_id}/tags
write  store    DELETE      /{api}/2.0/mlflow/logged-models/{model_id}/tags/{tag_key}
write  store    POST        /{api}/2.0/mlflow/logged-models/{model_id}/params
delete store    POST        /{api}/2.0/mlflow/experiments/delete
delete store    POST        /{api}/2.0/mlflow/runs/delete
delete store    DELETE      /{api}/2.0/mlflow/logged-models/{model_id}
read   artifact GET         /{api}/2.0/mlflow-artifacts/artifacts
read   artifact GET         /{api}/2.0/mlflow-artifacts/artifacts/{path...}
write  artifact PUT         /{api}/2.0/mlflow-artifacts/artifacts/{path...}
delete artifact DELETE      /{api}/2.0/mlflow-artifacts/artifacts/{path...}
`;

export const TRACKING_CALLS: readonly TrackingCall[] = LIST.trim().split('\n').flatMap(callsOf);

/** The calls of one line: one for each of its methods and each of its two prefixes. */
function callsOf(line: string): TrackingCall[] {
  const [, effect, kind, methods = '', path = ''] =
    /^(read|write|delete) +(page|registry|store|artifact) +(\S+) +(\S+)$/.exec(line) ?? [];
  if (!isEffect(effect) || !isKind(kind)) throw new Error(`not a line of the list: ${line}`);
  const routes = ['api', 'ajax-api'].map((api) => path.replace('{api}', api));
  return methods.split(',').flatMap((method) => [...new Set(routes)].map((route) => ({ method, route, effect, kind })));
}

function isEffect(text: string | undefined): text is TrackingEffect {
  return text === 'read' || text === 'write' || text === 'delete';
}

function isKind(text: string | undefined): text is TrackingKind {
  return text === 'page' || text === 'registry' || text === 'store' || text === 'artifact';
}

/**
 * The call that a request makes, or null for one that is not let through. `path` is as it was sent, without its query. The fixed
 * parts of a path are compared byte for byte, so no encoding, doubled slash, dot or slash at the end stands for another path;
 * what is variable is decoded once, and refused where a second decoding, a separator or a dot segment could mean another thing
 * to whoever reads it next.
 */
export function trackingCall(method: string, path: string): MatchedCall | null {
  if (!path.startsWith(`${TRACKING_PREFIX}/`)) return null;
  const segments = path.slice(TRACKING_PREFIX.length + 1).split('/');
  for (const call of TRACKING_CALLS) {
    const params = call.method === method ? paramsIn(call.route.slice(1).split('/'), segments) : null;
    if (params !== null) return { ...call, params };
  }
  return null;
}

function paramsIn(route: readonly string[], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [at, part] of route.entries()) {
    const [, name, rest] = /^\{(\w+)(\.\.\.)?\}$/.exec(part) ?? [];
    if (name === undefined) {
      if (segments[at] !== part) return null;
      continue;
    }
    const decoded = (rest === undefined ? segments.slice(at, at + 1) : segments.slice(at)).map(decodedSegment);
    if (decoded.length === 0 || decoded.some((it) => it === null)) return null;
    params[name] = decoded.join('/');
    if (rest !== undefined) return params;
  }
  return route.length === segments.length ? params : null;
}

/** Null for one that could name something else than it seems to. */
function decodedSegment(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment);
    return isPlainName(text) ? text : null;
  } catch {
    return null;
  }
}

function isPlainName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !/[/\\%]|\p{Cc}/u.test(text);
}

/** A relative path of plain names: no dot segments, no separator but `/`, nothing that a second decoding would change. */
export function isPlainPath(path: string): boolean {
  return path.split('/').every(isPlainName);
}

/** To whom the gateway addresses what it passes on; no message travels there. */
const SUBJECT = 'svc.model.tracking.pass';

/**
 * How calls to the mount are admitted and recorded, by their effect. They are none of the API: MLflow's own clients and pages
 * make them, over HTTP as it is.
 */
export const TRACKING_ENDPOINTS: Readonly<Record<TrackingEffect, Endpoint>> = {
  read: mounted('read', 'GET', 'model:read'),
  write: mounted('write', 'POST', 'model:write'),
  delete: mounted('delete', 'DELETE', 'model:delete'),
};

function mounted(
  effect: TrackingEffect,
  method: 'GET' | 'POST' | 'DELETE',
  scope: 'model:read' | 'model:write' | 'model:delete',
): Endpoint {
  return endpoint({
    name: `tracking.${effect}`,
    summary: 'A call of an MLflow client or page',
    method,
    path: '/ml-tracking/{call}',
    subject: SUBJECT,
    params: z.strictObject({ call: z.string() }),
    response: z.unknown(),
    access: { scope },
    repeatsDetail: true,
    target: { type: 'tracking', param: 'call' },
  });
}

import { dirname, join } from 'node:path';
import type { ServiceName } from '@svc/contracts';
import { principalKeyFile } from '../state/principal-keys';
import { StackUrls } from '../stack/stack-urls';
import { metricsOf, portOf, type Stack } from '../stack/stack';
import { stateDirectory } from '../state/state-directory';

/** Less often than the service's own default: each anchor is a file in somebody's home. */
const ANCHOR_SECONDS = '600';

/** Variables of a single service. Secrets are passed as files, never as values. */
function ownVariables(service: ServiceName, stack: Stack): Readonly<Record<string, string>> {
  const state = stateDirectory(stack.state);
  switch (service) {
    case 'gateway':
      return {
        SVC_BOOTSTRAP_TOKEN_FILE: state.adminToken,
        SVC_AUDIT_SALT: join(state.secrets, 'audit-salt'),
        SVC_TRACKING_URL: new StackUrls(stack).http('model'),
      };
    case 'cert':
      return {
        SVC_AUDIT_DIR: state.audit,
        SVC_CERTIFICATE_KEY: state.certificateKey,
        SVC_CHECKPOINT_KEY: state.checkpointKey,
        ...(stack.anchors === null
          ? {}
          : {
              SVC_ANCHOR_STORE: stack.anchors,
              SVC_ANCHOR_SECONDS: stack.settings['SVC_ANCHOR_SECONDS'] ?? ANCHOR_SECONDS,
            }),
      };
    case 'compute':
      return {
        SVC_LOG_DIR: state.logs,
        SVC_PYTHON: join(stack.python, 'bin', 'python'),
        SVC_PYTHON_SOURCES: join(stack.root, 'python'),
        SVC_PYTHON_LOCK: join(stack.root, 'python', 'requirements', 'base.txt'),
      };
    case 'model':
      return modelVariables(stack);
    case 'metrics':
    case 'feature':
      return {};
  }
}

function modelVariables(stack: Stack): Readonly<Record<string, string>> {
  const { secrets } = stateDirectory(stack.state);
  return {
    SVC_WEBHOOK_KEY_FILE: join(secrets, 'webhook-key'),
    SVC_PYTHON_SOURCES: join(stack.root, 'python'),
    SVC_ENGINES: join(stack.state, 'engines'),
    SVC_TRACKING_POSTGRES_URL_FILE: join(secrets, 'postgres-url-tracking'),
    SVC_PIP_ENVIRONMENT: JSON.stringify(stack.packages),
  };
}

/** The complete environment of a service's process: nothing else of ours reaches it. */
export function serviceEnvironment(
  service: ServiceName,
  stack: Stack,
  natsUrl: string,
): Readonly<Record<string, string>> {
  const state = stateDirectory(stack.state);
  const secret = (name: string): string => join(state.secrets, name);
  return {
    ...stack.settings,
    PATH: `${dirname(stack.programs.bubblewrap)}:${stack.path}`,
    HOME: stack.home,
    LANG: 'C.UTF-8',
    NODE_ENV: 'production',
    SVC_HTTP_HOST: '127.0.0.1',
    SVC_HTTP_PORT: String(portOf(stack, service)),
    SVC_METRICS_PORT: String(portOf(stack, metricsOf(service))),
    SVC_NATS_URL: natsUrl,
    ...(stack.natsUrl === undefined
      ? { SVC_NATS_USER: service, SVC_NATS_PASSWORD_FILE: secret(`nats-${service}`) }
      : {}),
    SVC_POSTGRES_URL_FILE: secret(`postgres-url-${service}`),
    SVC_REDIS_URL_FILE: secret('redis-url'),
    SVC_PRINCIPAL_KEY_FILE: principalKeyFile(state.secrets, service),
    SVC_PRINCIPAL_KEYRING_FILE: secret('principal-keyring.json'),
    SVC_WAREHOUSE: state.warehouse,
    ...ownVariables(service, stack),
  };
}

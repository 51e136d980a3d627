import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const DEPLOY = path.resolve(__dirname, '../../deploy');

/** The keys that `deploy/compose.yaml` may use: what else somebody writes there would not be tested. */
const service = z.strictObject({
  image: z.string(),
  restart: z.literal('unless-stopped'),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  pids_limit: z.int().optional(),
  shm_size: z.string().optional(),
  tmpfs: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  ports: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
  healthcheck: z
    .strictObject({ test: z.tuple([z.literal('CMD')], z.string()), interval: z.string(), retries: z.int() })
    .optional(),
});
const composeFile = z.object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.unknown()) });

export type Service = z.output<typeof service>;
export type ComposeFile = z.output<typeof composeFile>;

/** Reads `deploy/compose.yaml` as Docker Compose does, with these variables in place of `${NAME:-default}`. */
export function readComposeFile(variables: Readonly<Record<string, string | undefined>>): ComposeFile {
  const text = readFileSync(path.join(DEPLOY, 'compose.yaml'), 'utf8');
  const filled = text.replace(
    /\$\{(\w+):-([^}]*)\}/g,
    (_, name: string, otherwise: string) => variables[name] ?? otherwise,
  );
  return composeFile.parse(parse(filled, { merge: true }));
}

/** The arguments of `docker run` that start a service of the file, on a network and with volumes of a project's own. */
export function runArguments(project: string, name: string, it: Service, volumes: readonly string[]): string[] {
  const each = (option: string, values: readonly string[]): string[] => values.flatMap((value) => [option, value]);
  const source = (volume: string): string => (volumes.includes(volume.split(':')[0] ?? '') ? `${project}_` : '');
  const health = it.healthcheck;
  return [
    ...['run', '--detach', '--name', `${project}_${name}`, '--network', project, '--network-alias', name],
    ...(it.read_only ? ['--read-only'] : []),
    ...each('--cap-drop', it.cap_drop),
    ...each('--security-opt', it.security_opt.map(withProfile)),
    ...(it.pids_limit === undefined ? [] : ['--pids-limit', String(it.pids_limit)]),
    ...(it.shm_size === undefined ? [] : ['--shm-size', it.shm_size]),
    ...each('--tmpfs', it.tmpfs),
    ...each('--publish', it.ports),
    ...each(
      '--env',
      Object.entries(it.environment).map(([key, value]) => `${key}=${value}`),
    ),
    ...each(
      '--volume',
      it.volumes.map((volume) => `${source(volume)}${volume}`),
    ),
    ...(health === undefined
      ? []
      : [
          ...['--health-cmd', health.test.slice(1).join(' ')],
          ...['--health-interval', health.interval, '--health-retries', String(health.retries)],
        ]),
    it.image,
    ...it.command,
  ];
}

/** Profiles are named relative to the file. */
function withProfile(option: string): string {
  return option.replace(/^seccomp=(?=[^/])/, `seccomp=${DEPLOY}/`);
}

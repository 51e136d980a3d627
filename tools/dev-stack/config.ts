import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { Refusal } from './refusal';

const port = z.coerce.number().int().min(1).max(65_535);

const environment = z.object({
  SVC_STATE_DIR: z.string().optional(),
  SVC_POSTGRES_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SVC_NATS_URL: z.url({ protocol: /^(nats|tls)$/ }).optional(),
  SVC_REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  SVC_HTTP_PORT: port.optional(),
  NO_COLOR: z.string().optional(),
  PATH: z.string().default('/usr/local/bin:/usr/bin:/bin'),
  HOME: z.string().default('/'),
  XDG_STATE_HOME: z.string().optional(),
});

/** The settings of this run of the development stack; read once, passed down. */
export interface Config {
  /** The checkout. */
  readonly root: string;
  /** Where this stack keeps its state: `.svc/` unless `SVC_STATE_DIR` says otherwise. */
  readonly state: string;
  /** Programs and Python packages, shared by all stacks of this checkout. */
  readonly tools: string;
  readonly postgresUrl: string | undefined;
  readonly natsUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** The requested port of the gateway; undefined to choose one. */
  readonly httpPort: number | undefined;
  readonly path: string;
  readonly home: string;
  /** `XDG_STATE_HOME`, if absolute, as the specification demands. */
  readonly stateHome: string | undefined;
  /** `SVC_ANCHOR_STORE` is empty or `none`: the audit log must not be anchored in the home folder. */
  readonly anchorsOff: boolean;
  /** All other variables (proxies, certificates, package indexes), except ours. */
  readonly inherited: Readonly<Record<string, string>>;
  /** Variables of ours that the stack itself does not read: settings for its services. */
  readonly forServices: Readonly<Record<string, string>>;
  readonly isRoot: boolean;
  readonly color: boolean;
}

/** Reads `process.env`, the only place that does. Throws a {@link Refusal} that names the variable at fault. */
export function readConfig(root: string, env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const known = Object.keys(environment.shape);
  const parsed = environment.safeParse(Object.fromEntries(known.map((name) => [name, env[name] || undefined])));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Refusal(
      `${String(issue?.path[0])} is not usable: ${issue?.message ?? 'unknown'}.`,
      'Correct it or unset it.',
    );
  }
  const it = parsed.data;
  const anchorsOff = ['', 'none'].includes(env['SVC_ANCHOR_STORE'] ?? 'unset');
  return {
    root,
    state: resolve(root, it.SVC_STATE_DIR ?? '.svc'),
    tools: join(root, '.svc'),
    postgresUrl: it.SVC_POSTGRES_URL,
    natsUrl: it.SVC_NATS_URL,
    redisUrl: it.SVC_REDIS_URL,
    httpPort: it.SVC_HTTP_PORT,
    path: it.PATH,
    home: it.HOME,
    stateHome: it.XDG_STATE_HOME !== undefined && isAbsolute(it.XDG_STATE_HOME) ? it.XDG_STATE_HOME : undefined,
    anchorsOff,
    inherited: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) =>
        value === undefined || name.startsWith('SVC_') ? [] : [[name, value]],
      ),
    ),
    forServices: settingsOfServices(env, anchorsOff ? [...known, 'SVC_ANCHOR_STORE'] : known),
    isRoot: process.getuid?.() === 0,
    color: it.NO_COLOR === undefined && process.stderr.isTTY,
  };
}

function settingsOfServices(
  env: Readonly<Record<string, string | undefined>>,
  ours: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || value === '' || !name.startsWith('SVC_') || ours.includes(name) ? [] : [[name, value]],
    ),
  );
}

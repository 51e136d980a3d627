import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Everything the supervisor needs to know to run one stack; written by `up`, read by the supervisor. */
const stackParts = z.object({
  root: z.string(),
  state: z.string(),
  programs: z.object({
    postgres: z.string().nullable(),
    nats: z.string().nullable(),
    redis: z.string().nullable(),
    bubblewrap: z.string(),
  }),
  /** Servers that run elsewhere; their URLs contain credentials, so the file is private. */
  postgresUrl: z.string().optional(),
  natsUrl: z.string().optional(),
  redisUrl: z.string().optional(),
  /** The locked Python environment. */
  python: z.string(),
  /** PATH and HOME of the services. */
  path: z.string(),
  home: z.string(),
  /** Variables for the services, from `svc.yaml` and from the environment of `./svc up`. */
  settings: z.record(z.string(), z.string()).default({}),
  /** Where packages come from: pip's settings, proxies and certificates of whoever started the stack. */
  packages: z.record(z.string(), z.string()).default({}),
  /** The default folder for checkpoints of the audit log; null for none. */
  anchors: z.string().nullable().default(null),
  /** The folder with all services as one file; null to start them from their many files. */
  bundle: z.string().nullable().default(null),
  /** When it was built; another build means other processes. */
  build: z.string(),
});

export const stack = stackParts.extend({
  ports: z.record(z.string(), z.int()),
  /** Stacks with the same id would run the same processes. */
  id: z.string(),
});
export type Stack = z.infer<typeof stack>;
export type StackParts = z.infer<typeof stackParts>;

/** Identifies a stack, whatever ports it has. */
export function stackId(parts: StackParts): string {
  return createHash('sha256')
    .update(JSON.stringify(stackParts.parse(parts)))
    .digest('hex')
    .slice(0, 16);
}

export function readStack(file: string): Stack {
  return stack.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** The name of the port of a service's metrics. */
export function metricsOf(service: string): string {
  return `${service}-metrics`;
}

/** The port that `choosePorts` gave a child. */
export function portOf({ ports }: Stack, name: string): number {
  const port = ports[name];
  if (port === undefined) throw new Error(`no port was chosen for ${name}`);
  return port;
}

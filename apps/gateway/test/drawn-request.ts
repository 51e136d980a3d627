import type { Endpoint } from '@svc/contracts';
import { z } from 'zod';

/** An acceptable request. */
export interface SampleRequest {
  readonly path: string;
  readonly body?: unknown;
  /** The body travels as a form with a file. */
  readonly form?: Readonly<Record<string, string>>;
}

const schema = z.looseObject({
  $ref: z.string().optional(),
  const: z.json().optional(),
  enum: z.array(z.json()).optional(),
  default: z.json().optional(),
  anyOf: z.array(z.json()).optional(),
  oneOf: z.array(z.json()).optional(),
  /** Of several the first. */
  type: z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional(),
  required: z.array(z.string()).default([]),
  properties: z.record(z.string(), z.json()).default({}),
  items: z.json().optional(),
  minItems: z.number().default(0),
  minimum: z.number().default(0),
  exclusiveMinimum: z.number().optional(),
  minLength: z.number().default(1),
  pattern: z.string().optional(),
});

/** Text of the forms that this API asks for. */
const TEXTS = [
  'sample',
  '1',
  '00000000-0000-4000-8000-000000000002',
  'compute_00000000-0000-4000-8000-000000000001',
  `sha256:${'0'.repeat(64)}`,
  '2024-01-01T00:00:00Z',
  'ada@example.org',
];

/** Which members an object gets. */
type Members = 'required' | 'all';

/** A value that a schema accepts, as far as the schema says. */
function valueOf(of: unknown, members: Members): unknown {
  const it = schema.parse(of);
  if (it.const !== undefined) return it.const;
  if (it.enum !== undefined) return it.enum[0];
  const [first] = it.anyOf ?? it.oneOf ?? [];
  if (first !== undefined) return valueOf(first, members);
  switch (it.type) {
    case 'object': {
      const names = members === 'all' ? Object.keys(it.properties) : it.required;
      return Object.fromEntries(names.map((name) => [name, valueOf(it.properties[name] ?? {}, members)]));
    }
    case 'array':
      return Array.from({ length: members === 'all' ? Math.max(1, it.minItems) : it.minItems }, () =>
        valueOf(it.items ?? {}, members),
      );
    case 'string':
      return (
        TEXTS.find((text) => text.length >= it.minLength && new RegExp(it.pattern ?? '', 'u').test(text)) ?? 'sample'
      );
    case 'integer':
    case 'number':
      return it.exclusiveMinimum === undefined ? it.minimum : it.exclusiveMinimum + 1;
    case 'boolean':
      return false;
    default:
      return null;
  }
}

/** A value with every member, or else only with those that are needed; undefined when the schema takes neither. */
function accepted(from: z.ZodType): unknown {
  const described = z.toJSONSchema(from, { io: 'input', unrepresentable: 'any' });
  const values = (['all', 'required'] as const).map((members) => valueOf(described, members));
  return values.find((it) => from.safeParse(it).success);
}

/**
 * An acceptable request, drawn from an operation's schemas. Null where they cannot say what is acceptable: then a row in
 * sample-requests.ts does.
 */
export function drawnRequest(endpoint: Endpoint): SampleRequest | null {
  const params = endpoint.params.safeParse(accepted(endpoint.params));
  const body = accepted(endpoint.body);
  if (!params.success || body === undefined || endpoint.consumes === 'upload') return null;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params.data[name]));
  return body === null ? { path } : { path, body };
}

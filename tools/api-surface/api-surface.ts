import { z } from 'zod';

/**
 * The promises of the HTTP API, one line each, sorted: `GET /api/metrics/{name} 200 application/json: Metric`,
 * `answers Metric/etag: string always`. A later version of the same major keeps every line (docs/api/README.md).
 */
export function apiSurface(document: unknown): string[] {
  const { paths, components } = openApi.parse(document);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, it]) => ({ at: `${method.toUpperCase()} ${path}`, it })),
  );
  const lines = operations.flatMap(({ at, it }) => [
    `${at} is ${it.operationId}`,
    ...requestLines(at, it),
    ...answerLines(at, it),
  ]);
  const named = (side: Side, roots: readonly unknown[]) =>
    [...reachable(roots, components.schemas)].flatMap((name) =>
      schemaLines({ at: `${side} ${name}`, side }, components.schemas[name] ?? {}),
    );
  const requests = operations.flatMap(({ it }) => [it.parameters, it.requestBody]);
  const answers = operations.map(({ it }) => it.responses);
  return [...new Set([...lines, ...named('accepts', requests), ...named('answers', answers)])].toSorted();
}

/** Promises of `before` that `now` breaks, and new demands on requests that were accepted then. */
export function brokenPromises(before: readonly string[], now: readonly string[]): string[] {
  const kept = new Set(now);
  const known = new Set(before);
  const places = new Set(before.map(placeOf));
  const needed = new Set(before.filter((line) => line.endsWith(SUFFIX.accepts)).map(memberOf));
  const gone = before.filter((line) => !kept.has(line)).map((line) => `gone: ${line}`);
  const demanded = now
    .filter((line) => line.endsWith(SUFFIX.accepts) && !known.has(line))
    // Where the member was required before, another accepted value only widens it.
    .filter((line) => places.has(placeOf(line)) && !needed.has(memberOf(line)))
    .map((line) => `newly needed: ${line}`);
  return [...gone, ...demanded];
}

/** A member that requests must have, or that answers always have. */
const SUFFIX = { accepts: ' needed', answers: ' always' } as const;
type Side = keyof typeof SUFFIX;

/** The operation or the schema: a new one may demand anything. */
function placeOf(line: string): string {
  const [first = '', second = ''] = line.split(' ');
  return `${first} ${first === 'accepts' ? (/^[^/:]+/.exec(second)?.[0] ?? '') : second}`;
}

/** Everything except the accepted value: `accepts ThingInput/state`. */
function memberOf(line: string): string {
  return line.slice(0, line.indexOf(': '));
}

const schema = z.looseObject({});
type Schema = z.infer<typeof schema>;
const content = z.record(z.string(), z.looseObject({ schema }));
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean(), schema })).default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
});
type Operation = z.infer<typeof operation>;
const openApi = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});

/** The position in the document, request or answer, and whether it is required. */
interface Place {
  readonly at: string;
  readonly side: Side;
  readonly sure?: boolean;
}

function requestLines(at: string, { parameters, requestBody }: Operation): string[] {
  const given = parameters.flatMap((it) =>
    schemaLines({ at: `${at} ${it.in} ${it.name}`, side: 'accepts', sure: it.required }, it.schema),
  );
  return [
    ...given,
    ...Object.entries(requestBody?.content ?? {}).flatMap(([type, it]) =>
      schemaLines({ at: `${at} body ${type}`, side: 'accepts' }, it.schema),
    ),
  ];
}

function answerLines(at: string, { responses }: Operation): string[] {
  const good = Object.entries(responses).filter(([status]) => /^[23]/.test(status));
  return good.flatMap(([status, it]) => [
    `${at} ${status}`,
    ...Object.entries(it.content ?? {}).flatMap(([type, one]) =>
      schemaLines({ at: `${at} ${status} ${type}`, side: 'answers' }, one.schema),
    ),
  ]);
}

const shape = z.looseObject({
  $ref: z.string().optional(),
  anyOf: z.array(schema).optional(),
  oneOf: z.array(schema).optional(),
  allOf: z.array(schema).optional(),
  const: z.json().optional(),
  enum: z.array(z.json()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  required: z.array(z.string()).default([]),
  properties: z.record(z.string(), schema).default({}),
  items: z.union([z.boolean(), schema]).optional(),
  prefixItems: z.array(schema).default([]),
  additionalProperties: z.union([z.boolean(), schema]).optional(),
});

function schemaLines({ at, side, sure = false }: Place, it: Schema): string[] {
  const found = shape.parse(it);
  const say = (what: string) => `${at}: ${what}${sure ? SUFFIX[side] : ''}`;
  if (found.$ref !== undefined) return [say(nameIn(found.$ref))];
  const variants = found.anyOf ?? found.oneOf ?? found.allOf;
  if (variants !== undefined) return variants.flatMap((one) => schemaLines({ at, side, sure }, one));
  if (found.const !== undefined) return [say(JSON.stringify(found.const))];
  if (found.enum !== undefined) return found.enum.map((value) => say(JSON.stringify(value)));
  const inside = (name: string, one: boolean | Schema | undefined, always = false) =>
    typeof one === 'object' ? schemaLines({ at: `${at}/${name}`, side, sure: always }, one) : [];
  return [
    ...[found.type ?? []].flat().map(say),
    ...Object.entries(found.properties).flatMap(([name, one]) => inside(name, one, found.required.includes(name))),
    ...found.prefixItems.flatMap((one, index) => inside(String(index), one)),
    ...inside('*', found.items),
    ...inside('{}', found.additionalProperties),
  ];
}

/** The named schemas reachable from here. */
function reachable(from: readonly unknown[], schemas: Readonly<Record<string, unknown>>): Set<string> {
  const seen = new Set<string>();
  const follow = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (seen.has(name)) continue;
      seen.add(name);
      follow(JSON.stringify(schemas[name] ?? {}));
    }
  };
  follow(JSON.stringify(from));
  return seen;
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? reference;
}

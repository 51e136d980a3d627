import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** Whether a schema describes what a caller sends (defaults may be left out) or what it gets (objects may grow). */
export type Direction = 'input' | 'output';

/** A recursive schema that many client generators cannot follow, and that constrains nothing. */
const ANY_JSON = 'Json';

/** JSON Schemas out of zod's, and the named ones under `components/schemas`. */
export class OpenApiSchemas {
  private readonly components = new Map<string, JsonSchema>();

  constructor(private readonly names: z.core.$ZodRegistry<{ id: string }>) {}

  /** The schema as it stands in an operation; named and recursive schemas in it are references to components. */
  of(schema: z.ZodType, direction: Direction): JsonSchema {
    // Wrapped, because a recursive schema at the root would refer to itself as "#", which is the whole document here.
    const { $defs, properties } = z.toJSONSchema(z.object({ it: schema }), {
      io: direction,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      metadata: this.names,
      override: (at) => soften(at, direction),
    });
    return this.hoist(asObject(asObject(properties)['it']), $defs ?? {}, direction);
  }

  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.components].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Moves `$defs` to the components and points the references there. */
  private hoist(body: JsonSchema, definitions: Readonly<Record<string, unknown>>, direction: Direction): JsonSchema {
    const targets = new Map(
      Object.keys(definitions).map((name) => [`#/$defs/${name}`, componentName(name, definitions[name], direction)]),
    );
    for (const [name, definition] of Object.entries(definitions)) {
      const { id: _, ...component } = asObject(repoint(definition, targets));
      const componentAt = componentName(name, definitions[name], direction);
      this.components.set(componentAt, componentAt === ANY_JSON ? { description: 'Any JSON value.' } : component);
    }
    return asObject(repoint(body, targets));
  }
}

/** What is sent may differ from what is got (defaults), so the two have names of their own. zod numbers recursive schemas. */
function componentName(name: string, definition: unknown, direction: Direction): string {
  if (!name.startsWith('__')) return direction === 'input' ? `${name}Input` : name;
  const text = JSON.stringify(definition);
  if (text.includes(`"additionalProperties":{"$ref":"#/$defs/${name}"}`) && text.includes('"type":"null"'))
    return ANY_JSON;
  throw new Error(`The recursive schema ${text.slice(0, 200)} needs a name in openapi-names.ts.`);
}

/**
 * Answers are open: a later version may add members, so what zod strips must not be forbidden. Tuples are lists of so many of
 * either: generators of clients and tools that test by the document read `prefixItems` wrongly or not at all.
 */
function soften(
  at: { readonly zodSchema: z.core.$ZodTypes; readonly jsonSchema: JsonSchema },
  direction: Direction,
): void {
  if (direction === 'output' && at.zodSchema._zod.def.type === 'object' && at.zodSchema._zod.def.catchall === undefined)
    delete at.jsonSchema['additionalProperties'];
  if (Array.isArray(at.jsonSchema['prefixItems'])) {
    at.jsonSchema['items'] = { anyOf: at.jsonSchema['prefixItems'] };
    delete at.jsonSchema['prefixItems'];
  }
  // The bounds of a safe integer say nothing that "integer" does not.
  if (at.jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete at.jsonSchema['maximum'];
  if (at.jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete at.jsonSchema['minimum'];
}

function repoint(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => repoint(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = key === '$ref' && typeof item === 'string' ? names.get(item) : undefined;
      return [key, name === undefined ? repoint(item, names) : `#/components/schemas/${name}`];
    }),
  );
}

function asObject(value: unknown): JsonSchema {
  return z.record(z.string(), z.unknown()).parse(value);
}

import { type Json, jsonPointer, type ProblemItem } from '@svc/contracts';
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import { type OsiContent, osiContent, type OsiModel } from './osi-document';
import { OSI_VERSIONS, osiSchema, type OsiVersion } from './osi-schema';

export type OsiValidation =
  { readonly ok: true; readonly content: OsiContent } | { readonly ok: false; readonly errors: readonly ProblemItem[] };

const MAX_ERRORS = 100;
/** They are decided on in one transaction, in which nothing else changes. */
const MAX_METRICS = 2000;
const compiled = new Map<OsiVersion, ValidateFunction>();

/** Checks a document against the schema of its version, and for rules that the schema cannot express: names, relationships. Every error has its pointer. */
export function validateOsi(document: Readonly<Record<string, Json>>): OsiValidation {
  const version = OSI_VERSIONS.find((it) => it === document['version']);
  if (version === undefined) {
    return refused([
      {
        pointer: '/version',
        message: `is ${JSON.stringify(document['version']) ?? 'missing'}; supported versions: ${OSI_VERSIONS.join(', ')}`,
      },
    ]);
  }
  const errors = schemaErrors(version, document);
  if (errors.length > 0) return refused(errors);
  const content = osiContent.parse(document);
  const wrong = content.semantic_model.flatMap((model, index) => structureErrors(model, `/semantic_model/${index}`));
  const count = content.semantic_model.reduce((sum, it) => sum + it.metrics.length, 0);
  const many =
    count > MAX_METRICS
      ? [{ pointer: '/semantic_model', message: `has ${count} metrics; the maximum at once is ${MAX_METRICS}` }]
      : [];
  const all = [...many, ...wrong, ...repeatedMetrics(content)];
  return all.length > 0 ? refused(all) : { ok: true, content };
}

const refused = (errors: readonly ProblemItem[]): OsiValidation => ({
  ok: false,
  errors: errors.slice(0, MAX_ERRORS),
});

/** The violations of that version's schema; empty for a valid document. */
export function schemaErrors(version: OsiVersion, document: unknown): readonly ProblemItem[] {
  const validate = compiled.get(version) ?? new Ajv2020({ allErrors: true, strict: true }).compile(osiSchema(version));
  compiled.set(version, validate);
  return validate(document) ? [] : (validate.errors ?? []).map(errorItem);
}

function errorItem({ instancePath, keyword, message, params }: ErrorObject): ProblemItem {
  const extra: unknown = params['additionalProperty'];
  if (keyword === 'additionalProperties')
    return { pointer: `${instancePath}${jsonPointer([String(extra)])}`, message: 'is not a member of this version' };
  const allowed: unknown = params['allowedValues'];
  return {
    pointer: instancePath,
    message: `${message ?? 'is wrong'}${Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''}`,
  };
}

function structureErrors(model: OsiModel, at: string): readonly ProblemItem[] {
  const datasets = model.datasets.map((it) => it.name);
  const fields = model.datasets.flatMap((dataset, index) =>
    repeated(
      dataset.fields.map((it) => it.name),
      `${at}/datasets/${index}/fields`,
    ),
  );
  const ends = model.relationships.flatMap((it, index) => {
    const place = `${at}/relationships/${index}`;
    const unknown = (['from', 'to'] as const).flatMap((end) =>
      datasets.includes(it[end])
        ? []
        : [{ pointer: `${place}/${end}`, message: `there is no dataset "${it[end]}" in this model` }],
    );
    const uneven =
      it.from_columns.length === it.to_columns.length
        ? []
        : [
            {
              pointer: `${place}/to_columns`,
              message: `are ${it.to_columns.length}, but "from_columns" are ${it.from_columns.length}`,
            },
          ];
    return [...unknown, ...uneven];
  });
  return [
    ...repeated(datasets, `${at}/datasets`),
    ...fields,
    ...repeated(
      model.relationships.map((it) => it.name),
      `${at}/relationships`,
    ),
    ...ends,
  ];
}

/** Metrics of all models become metrics of one service. */
function repeatedMetrics({ semantic_model }: OsiContent): readonly ProblemItem[] {
  const seen = new Set<string>();
  return semantic_model.flatMap((model, at) =>
    model.metrics.flatMap(({ name }, index) => {
      const again = seen.has(name);
      seen.add(name);
      return again
        ? [{ pointer: `/semantic_model/${at}/metrics/${index}/name`, message: `"${name}" occurs twice` }]
        : [];
    }),
  );
}

function repeated(names: readonly string[], at: string): readonly ProblemItem[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index ? [{ pointer: `${at}/${index}/name`, message: `"${name}" occurs twice` }] : [],
  );
}

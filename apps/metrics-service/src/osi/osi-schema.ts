/** Supported versions of the document: the last release, and the draft that converters write. */
export const OSI_VERSIONS = ['0.1.1', '0.2.0.dev0'] as const;
export type OsiVersion = (typeof OSI_VERSIONS)[number];

/** The version we write: the only one that tools such as dbt 1.12 read. */
export const EXPORT_VERSION: OsiVersion = '0.1.1';

type Schema = Readonly<Record<string, unknown>>;

const DIALECTS = ['ANSI_SQL', 'SNOWFLAKE', 'MDX', 'TABLEAU', 'DATABRICKS', 'MAQL'];
const VENDORS = ['COMMON', 'SNOWFLAKE', 'SALESFORCE', 'DBT', 'DATABRICKS', 'GOODDATA'];
const DATA_TYPES = [
  'String',
  'Integer',
  'Decimal',
  'Float',
  'Boolean',
  'Date',
  'Time',
  'DateTime',
  'DateTimeTz',
  'Opaque',
];

const text: Schema = { type: 'string' };
const listOf = (items: Schema, minItems?: number): Schema => ({
  type: 'array',
  items,
  ...(minItems === undefined ? {} : { minItems }),
});
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

/** Unknown members are errors everywhere except in `ai_context`. */
function object(properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

const described = {
  description: text,
  ai_context: ref('AIContext'),
  custom_extensions: listOf(ref('CustomExtension')),
};
const typed = (draft: boolean): Record<string, Schema> => (draft ? { datatype: { enum: DATA_TYPES } } : {});

/**
 * The JSON Schema (2020-12) of an OSI document of that version, following the specification's core schema
 * (github.com/apache/ossie, core-spec). The draft adds data types, a dialect and free vendor names, and drops the lists
 * of dialects and vendors.
 */
export function osiSchema(version: OsiVersion): Schema {
  const draft = version === '0.2.0.dev0';
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...object(
      {
        version: { const: version },
        ...(draft ? {} : { dialects: listOf(ref('Dialect')), vendors: listOf(ref('Vendor')) }),
        semantic_model: listOf(ref('SemanticModel')),
      },
      ['version', 'semantic_model'],
    ),
    $defs: { ...vocabulary(draft), ...tableParts(draft), ...modelParts(draft) },
  };
}

function vocabulary(draft: boolean): Record<string, Schema> {
  return {
    Dialect: { enum: draft ? [...DIALECTS, 'BIGQUERY'] : DIALECTS },
    Vendor: draft ? text : { enum: VENDORS },
    AIContext: {
      oneOf: [
        text,
        { type: 'object', properties: { instructions: text, synonyms: listOf(text), examples: listOf(text) } },
      ],
    },
    CustomExtension: object({ vendor_name: ref('Vendor'), data: text }, ['vendor_name', 'data']),
  };
}

function tableParts(draft: boolean): Record<string, Schema> {
  return {
    Expression: object(
      { dialects: listOf(object({ dialect: ref('Dialect'), expression: text }, ['dialect', 'expression']), 1) },
      ['dialects'],
    ),
    Field: object(
      {
        name: text,
        expression: ref('Expression'),
        dimension: object({ is_time: { type: 'boolean' } }, []),
        label: text,
        ...typed(draft),
        ...described,
      },
      ['name', 'expression'],
    ),
    Dataset: object(
      {
        name: text,
        source: text,
        primary_key: listOf(text),
        unique_keys: listOf(listOf(text)),
        fields: listOf(ref('Field')),
        ...described,
      },
      ['name', 'source'],
    ),
  };
}

function modelParts(draft: boolean): Record<string, Schema> {
  const { description: _, ...related } = described;
  return {
    Relationship: object(
      { name: text, from: text, to: text, from_columns: listOf(text, 1), to_columns: listOf(text, 1), ...related },
      ['name', 'from', 'to', 'from_columns', 'to_columns'],
    ),
    Metric: object({ name: text, expression: ref('Expression'), ...typed(draft), ...described }, [
      'name',
      'expression',
    ]),
    SemanticModel: object(
      {
        name: text,
        datasets: listOf(ref('Dataset'), 1),
        relationships: listOf(ref('Relationship')),
        metrics: listOf(ref('Metric')),
        ...described,
      },
      ['name', 'datasets'],
    ),
  };
}

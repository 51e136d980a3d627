import { RE2JS } from 're2js';
import { didYouMean } from '@svc/closest-name';
import { isList, isObject, type Problem, Problems } from '../claim/problem';
import {
  type Constraints,
  type ContractField,
  type DataContract,
  FIELD_CLAUSES,
  FIELD_TYPES,
  type FieldClause,
  type FieldType,
  type Scalar,
} from './data-contract';
import { parseTableRules } from './parse-table-rules';
import { type Path, Reader } from './reader';

export type ParsedContract =
  | { readonly ok: true; readonly contract: DataContract }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads a DataContract; every problem is reported with its pointer. Unknown keys are refused at every level. */
export function parseContract(json: unknown): ParsedContract {
  const problems = new Problems();
  const reader = new Reader(problems);
  if (!isObject(json)) return { ok: false, problems: [{ pointer: '', message: 'a contract must be an object' }] };
  reader.keys(json, [], ['specVersion', 'kind', 'description', 'fields', 'table']);
  if (json.kind !== 'DataContract') problems.add(['kind'], 'must be "DataContract"');
  const specVersion = reader.text(json, 'specVersion', [], { max: 32, required: true }) ?? '';
  const description = reader.text(json, 'description', [], { max: 4096 });
  const fields = parseFields(json.fields, reader);
  const table =
    json.table === undefined
      ? undefined
      : parseTableRules(
          json.table,
          fields.map((field) => field.name),
          reader,
        );
  if (problems.list.length > 0) return { ok: false, problems: problems.list };
  return {
    ok: true,
    contract: {
      specVersion,
      kind: 'DataContract',
      fields,
      ...(description === undefined ? {} : { description }),
      ...(table === undefined ? {} : { table }),
    },
  };
}

function parseFields(value: unknown, reader: Reader): ContractField[] {
  if (!isList(value) || value.length === 0) {
    reader.problems.add(['fields'], 'must list at least one field');
    return [];
  }
  const fields = value.map((item, i) => parseField(item, ['fields', i], reader));
  fields.forEach((field, i) => {
    if (fields.findIndex((other) => other.name === field.name) < i)
      reader.problems.add(['fields', i, 'name'], `field "${field.name}" occurs twice`);
  });
  return fields;
}

function parseField(value: unknown, path: Path, reader: Reader): ContractField {
  if (!isObject(value)) {
    reader.problems.add(path, 'must be an object');
    return { name: '', type: 'string' };
  }
  reader.keys(value, path, ['name', 'type', 'description', 'constraints', 'mostly']);
  const name = reader.text(value, 'name', path, { max: 256, required: true }) ?? '';
  const type = FIELD_TYPES.find((known) => known === value.type);
  if (type === undefined)
    reader.problems.add(
      [...path, 'type'],
      `must be one of ${FIELD_TYPES.join(', ')}${typeof value.type === 'string' ? didYouMean(value.type, FIELD_TYPES) : ''}`,
    );
  const description = reader.text(value, 'description', path, { max: 1024 });
  const constraints =
    value.constraints === undefined
      ? undefined
      : parseConstraints(value.constraints, type ?? 'string', [...path, 'constraints'], reader);
  const mostly = value.mostly === undefined ? undefined : parseMostly(value.mostly, [...path, 'mostly'], reader);
  return {
    name,
    type: type ?? 'string',
    ...(description === undefined ? {} : { description }),
    ...(constraints === undefined ? {} : { constraints }),
    ...(mostly === undefined ? {} : { mostly }),
  };
}

function parseMostly(value: unknown, path: Path, reader: Reader): ContractField['mostly'] {
  const share = (item: unknown): item is number => typeof item === 'number' && item >= 0 && item <= 1;
  if (share(value)) return value;
  if (!isObject(value)) {
    reader.problems.add(path, 'must be a number from 0 to 1, or one per clause');
    return undefined;
  }
  reader.keys(value, path, FIELD_CLAUSES);
  const shares: Partial<Record<FieldClause, number>> = {};
  for (const clause of FIELD_CLAUSES) {
    const given = value[clause];
    if (share(given)) shares[clause] = given;
    else if (given !== undefined) reader.problems.add([...path, clause], 'must be a number from 0 to 1');
  }
  return shares;
}

const NUMERIC: readonly FieldType[] = ['integer', 'number'];

function parseConstraints(value: unknown, type: FieldType, path: Path, reader: Reader): Constraints {
  if (!isObject(value)) {
    reader.problems.add(path, 'must be an object');
    return {};
  }
  reader.keys(
    value,
    path,
    FIELD_CLAUSES.filter((clause) => clause !== 'type'),
  );
  const allowed = (names: readonly string[], types: readonly FieldType[]): void =>
    names.forEach((name) => {
      if (value[name] !== undefined && !types.includes(type))
        reader.problems.add([...path, name], `applies to ${types.join(' and ')} fields, not to ${type}`);
    });
  allowed(['minimum', 'maximum'], NUMERIC);
  allowed(['minLength', 'maxLength', 'pattern'], ['string']);
  const size = { whole: true, least: 0 };
  const found = {
    required: reader.flag(value, 'required', path),
    unique: reader.flag(value, 'unique', path),
    minimum: reader.number(value, 'minimum', path),
    maximum: reader.number(value, 'maximum', path),
    minLength: reader.number(value, 'minLength', path, size),
    maxLength: reader.number(value, 'maxLength', path, size),
    pattern: parsePattern(value, path, reader),
    enum: parseEnum(value.enum, path, reader),
  };
  if ((found.minimum ?? -Infinity) > (found.maximum ?? Infinity))
    reader.problems.add([...path, 'minimum'], 'is above the maximum');
  if ((found.minLength ?? 0) > (found.maxLength ?? Infinity))
    reader.problems.add([...path, 'minLength'], 'is above maxLength');
  return presentOnly(found);
}

function presentOnly(found: { [K in keyof Constraints]-?: Constraints[K] | undefined }): Constraints {
  const { required, unique, minimum, maximum, minLength, maxLength, pattern, enum: values } = found;
  return {
    ...(required === undefined ? {} : { required }),
    ...(unique === undefined ? {} : { unique }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(values === undefined ? {} : { enum: values }),
  };
}

/** Patterns run on RE2, in time linear in the value: a contract cannot hang the service that checks it. */
function parsePattern(value: Readonly<Record<string, unknown>>, path: Path, reader: Reader): string | undefined {
  const pattern = reader.text(value, 'pattern', path, { max: 1024 });
  if (pattern === undefined) return undefined;
  try {
    RE2JS.compile(pattern);
    return pattern;
  } catch (error) {
    reader.problems.add(
      [...path, 'pattern'],
      `is not an RE2 pattern: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

function parseEnum(value: unknown, path: Path, reader: Reader): readonly Scalar[] | undefined {
  if (value === undefined) return undefined;
  const scalar = (item: unknown): item is Scalar => ['string', 'number', 'boolean'].includes(typeof item);
  if (isList(value) && value.length > 0 && value.every(scalar)) return value;
  reader.problems.add([...path, 'enum'], 'must list at least one text, number or true/false');
  return undefined;
}

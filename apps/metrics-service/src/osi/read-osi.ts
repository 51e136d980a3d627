import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import {
  type Column,
  type Json,
  jsonPointer,
  type MetricDefinition,
  metricDefinition,
  type ProblemItem,
  type SimpleMetric,
} from '@svc/contracts';
import { OUR_KEY, OUR_VENDOR, type OsiContent, type OsiMetric, type OsiModel } from './osi-document';
import { derivationsOf, readDataset, type ReadDataset } from './read-dataset';
import { readMetricExpression, type ReadAggregate, type ReadMetric } from './read-expression';

/** A metric of a document: its definitions (operands first), or why it cannot be read. */
export type ReadItem =
  | { readonly pointer: string; readonly name: string; readonly definitions: readonly MetricDefinition[] }
  | { readonly pointer: string; readonly name: string; readonly problem: Problem };

interface Problem extends ProblemItem {
  /** Set when the document is valid and a derivation is not certified. */
  readonly cause?: 'uncertified';
}

/** The derivations: the columns of those that can be used, and why the others cannot. */
export interface KnownSources {
  readonly columns: ReadonlyMap<string, readonly Column[]>;
  readonly uncertified: ReadonlyMap<string, string>;
}

export interface ReadResult {
  readonly items: readonly ReadItem[];
  /** About fields that metrics could have been grouped by. */
  readonly fields: readonly (ProblemItem & { readonly name: string })[];
}

/** The derivations a document may need. */
export function derivationsIn(content: OsiContent, mapped: ReadonlyMap<string, string>): readonly string[] {
  const ours = content.semantic_model.flatMap((model, at) =>
    model.metrics.flatMap((it, index) => exactDefinition(it, metricPointer(at, index), mapped) ?? []),
  );
  const exact = ours
    .flatMap((it) => ('definitions' in it ? it.definitions : []))
    .flatMap((it) => (it.type === 'simple' ? [it.source] : []));
  return [
    ...new Set([
      ...content.semantic_model.flatMap((model) => model.datasets.flatMap((it) => derivationsOf(it, mapped))),
      ...exact,
    ]),
  ];
}

/** The descriptive members of a metric; nothing is cut silently. */
const MAX_DESCRIPTION = 4096;

const metricPointer = (model: number, index: number): string => `/semantic_model/${model}/metrics/${index}`;

/** Every metric of a document: exactly where this service wrote it, else parsed from its expression. */
export function readOsi(content: OsiContent, mapped: ReadonlyMap<string, string>, sources: KnownSources): ReadResult {
  const read = content.semantic_model.map((model, at) => new ModelReader(model, at, mapped, sources).read());
  return { items: read.flatMap((it) => it.items), fields: read.flatMap((it) => it.fields) };
}

/** The definition in our own extension; null when there is none. */
function exactDefinition(
  { name, custom_extensions }: OsiMetric,
  pointer: string,
  mapped: ReadonlyMap<string, string>,
): ReadItem | null {
  for (const [index, { vendor_name, data }] of custom_extensions.entries()) {
    const content = vendor_name === OUR_VENDOR ? ourPart(data) : undefined;
    if (content === undefined) continue;
    const at = `${pointer}/custom_extensions/${index}/data`;
    const parsed = metricDefinition.safeParse(content);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return {
        pointer,
        name,
        problem: { pointer: at, message: `${jsonPointer(issue?.path ?? [])} ${issue?.message ?? 'is wrong'}`.trim() },
      };
    }
    if (parsed.data.name !== name)
      return {
        pointer,
        name,
        problem: { pointer: at, message: `defines "${parsed.data.name}", but the metric is called "${name}"` },
      };
    return { pointer, name, definitions: [standing(parsed.data, mapped)] };
  }
  return null;
}

/** We name a dataset after its derivation; redirecting it applies to our own metrics too. */
function standing(definition: MetricDefinition, mapped: ReadonlyMap<string, string>): MetricDefinition {
  return definition.type === 'simple'
    ? { ...definition, source: mapped.get(definition.source) ?? definition.source }
    : definition;
}

function ourPart(data: string): unknown {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null
      ? Object.entries(value).find(([key]) => key === OUR_KEY)?.[1]
      : undefined;
  } catch {
    // Another tool's extension need not be JSON.
    return undefined;
  }
}

/** Why a part of the document cannot be used here. */
type Reason = Omit<Problem, 'pointer'>;

function whyNone(dataset: string, candidates: readonly string[], { uncertified }: KnownSources): Reason {
  const known = candidates.find((it) => uncertified.has(it));
  if (known !== undefined)
    return {
      message: `"${known}", used for the dataset "${dataset}", is not certified: ${uncertified.get(known) ?? ''}`,
      cause: 'uncertified',
    };
  return {
    message: `no certified derivation matches the dataset "${dataset}" (looked for ${quotedList(candidates)}); name one in "sources"`,
  };
}

class ModelReader {
  private readonly datasets = new Map<string, ReadDataset | Reason>();

  constructor(
    private readonly model: OsiModel,
    private readonly at: number,
    private readonly mapped: ReadonlyMap<string, string>,
    sources: KnownSources,
  ) {
    for (const [index, dataset] of model.datasets.entries()) {
      const candidates = derivationsOf(dataset, mapped);
      const source = candidates.find((it) => sources.columns.has(it));
      this.datasets.set(
        dataset.name,
        source === undefined
          ? whyNone(dataset.name, candidates, sources)
          : readDataset(dataset, `/semantic_model/${at}/datasets/${index}`, source, sources.columns.get(source) ?? []),
      );
    }
  }

  read(): ReadResult {
    const expressions = this.model.metrics.map((it) => preferred(it));
    const items = this.model.metrics.map((metric, index) => {
      const pointer = metricPointer(this.at, index);
      return exactDefinition(metric, pointer, this.mapped) ?? this.foreign(metric, expressions[index] ?? null, pointer);
    });
    const used = new Set(
      items
        .flatMap((it) => ('definitions' in it ? it.definitions : []))
        .flatMap((it) => (it.type === 'simple' ? [it.source] : [])),
    );
    const foreign = this.model.metrics.some(
      (it, index) => exactDefinition(it, metricPointer(this.at, index), this.mapped) === null,
    );
    const fields = [...this.datasets.values()].flatMap((it) =>
      'message' in it || !foreign || !used.has(it.source) ? [] : it.problems,
    );
    return { items, fields };
  }

  private foreign(metric: OsiMetric, read: ReadMetric | null, pointer: string): ReadItem {
    const refused = (reason: string | Reason, at = `${pointer}/expression`): ReadItem => ({
      pointer,
      name: metric.name,
      problem: { pointer: at, ...(typeof reason === 'string' ? { message: reason } : reason) },
    });
    if (!/^[a-z][a-z0-9_]{0,127}$/.test(metric.name))
      return refused(
        `"${metric.name}" cannot be the name of a metric here: lower-case letters, digits and "_"`,
        `${pointer}/name`,
      );
    const length = metric.description?.length ?? 0;
    if (length > MAX_DESCRIPTION)
      return refused(`has ${length} characters; the maximum is ${MAX_DESCRIPTION}`, `${pointer}/description`);
    if (read === null)
      return refused('is more than AGG(column) or a ratio of two of them; compute the rest in a derivation');
    if (!('numerator' in read)) {
      const simple = this.simple(metric.name, read);
      return 'message' in simple
        ? refused(simple)
        : { pointer, name: metric.name, definitions: [{ ...simple, ...told(metric) }] };
    }
    const numerator = this.simple(`${metric.name}_numerator`, read.numerator);
    if ('message' in numerator) return refused(numerator);
    const denominator = this.simple(`${metric.name}_denominator`, read.denominator);
    if ('message' in denominator) return refused(denominator);
    return {
      pointer,
      name: metric.name,
      definitions: [
        numerator,
        denominator,
        { name: metric.name, type: 'ratio', numerator: numerator.name, denominator: denominator.name, ...told(metric) },
      ],
    };
  }

  private simple(name: string, { agg, column }: ReadAggregate): SimpleMetric | Reason {
    const dataset = this.datasetOf(column);
    if ('message' in dataset) return dataset;
    const measure = column === null ? { agg } : { agg, column: dataset.columnOf.get(column.name) ?? column.name };
    return {
      name,
      type: 'simple',
      source: dataset.source,
      measure,
      dimensions: [...dataset.dimensions],
      ...(dataset.time === null ? {} : { timeDimension: { column: dataset.time } }),
    };
  }

  private datasetOf(column: ReadAggregate['column']): ReadDataset | Reason {
    const names = this.model.datasets.map((it) => it.name);
    const named = column?.dataset ?? this.onlyDatasetWith(column?.name ?? null);
    if (named === null)
      return {
        message:
          column === null
            ? 'counts rows, but the model has several datasets; count a column of one'
            : `"${column.name}" is in no dataset, or in several; write dataset.column`,
      };
    const found = names.find((it) => it === named) ?? names.find((it) => it.toLowerCase() === named.toLowerCase());
    const none = {
      message: `there is no dataset "${named}"${didYouMeanOrStop(named, names)}Datasets: ${quotedList(names)}`,
    };
    return found === undefined ? none : (this.datasets.get(found) ?? none);
  }

  private onlyDatasetWith(column: string | null): string | null {
    const [first, ...others] = this.model.datasets;
    if (first !== undefined && others.length === 0) return first.name;
    const having =
      column === null ? [] : this.model.datasets.filter((it) => it.fields.some((field) => field.name === column));
    return having.length === 1 ? (having[0]?.name ?? null) : null;
  }
}

/** Of the supported dialects, ANSI first. */
function preferred({ expression }: OsiMetric): ReadMetric | null {
  const sorted = [...expression.dialects].sort(
    (left, right) => Number(right.dialect === 'ANSI_SQL') - Number(left.dialect === 'ANSI_SQL'),
  );
  return sorted.map((it) => readMetricExpression(it.expression)).find((it) => it !== null) ?? null;
}

/** What the document says about a metric besides its computation; returned on export. */
function told({
  description,
  ai_context,
  custom_extensions,
}: OsiMetric): Pick<MetricDefinition, 'description' | 'meta'> {
  const osi: Record<string, Json> = {
    ...(ai_context === undefined ? {} : { ai_context }),
    ...(custom_extensions.length === 0 ? {} : { custom_extensions }),
  };
  return {
    ...(description === undefined ? {} : { description }),
    ...(Object.keys(osi).length === 0 ? {} : { meta: { osi } }),
  };
}

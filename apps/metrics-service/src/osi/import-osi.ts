import { Inject, Injectable } from '@nestjs/common';
import { CERTIFIED_SOURCES, certifiedOf, type CertifiedSources } from '@svc/certified-data';
import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import {
  type importOsi,
  type MetricDefinition,
  ProblemError,
  type RequestOf,
  type ResponseOf,
  requestedAccess,
} from '@svc/contracts';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import { columnsOf } from '../metric/definition/columns-of';
import { refuse, refuseAll } from '../metric/definition/compile-refusal';
import type { Catalogue, MetricChange } from '../metric/definition/metric-change';
import { METRIC_STORE, type MetricStore } from '../metric/metric.ports';
import { decideImport, type Refused } from './decide-import';
import type { OsiContent } from './osi-document';
import { derivationsIn, readOsi } from './read-osi';
import { validateOsi } from './validate-osi';

type Answer = ResponseOf<typeof importOsi>;

/** Defines the metrics of an OSI document in one transaction. A malformed document changes nothing, whatever the options. */
@Injectable()
export class ImportOsi {
  constructor(
    @Inject(METRIC_STORE) private readonly metrics: MetricStore,
    @Inject(CERTIFIED_SOURCES) private readonly sources: CertifiedSources,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async import({ query, body }: RequestOf<typeof importOsi>, context: CallContext): Promise<Answer> {
    const content = contentOf(body);
    const mapped = sourceMap(query.sources);
    refuseUnknownDatasets(mapped, content);
    const names = [
      ...new Set([...derivationsIn(content, mapped), ...sourcesOf(await this.metrics.catalogue(context.principal))]),
    ];
    const resolved = await this.sources.resolve(names, context);
    const { tables, refused } = certifiedOf(names, resolved);
    const columns = columnsOf(tables);
    const { items, fields } = readOsi(content, mapped, {
      columns,
      uncertified: new Map([...refused].filter(([name]) => resolved.has(name))),
    });
    const definitions = items.flatMap((it) => ('definitions' in it ? it.definitions : []));
    const terms = {
      columns,
      uncertified: refused,
      who: context.principal,
      now: this.clock.now(),
      replace: query.replace === 'true',
      said: requestedAccess(query),
    };
    let left: readonly Refused[] = [];
    let before: Catalogue = new Map();
    const changes = await this.metrics.change(namesOf(definitions), (catalogue, past) => {
      const decision = decideImport(items, terms, catalogue, past);
      if (query.partial !== 'true') refuseTogether(decision.refused);
      [left, before] = [decision.refused, catalogue];
      return decision.changes;
    });
    const skipped = left.map((it) => ({ pointer: `/body${it.metric}`, name: it.name, reason: it.message }));
    const unused_fields = fields.map((it) => ({ pointer: `/body${it.pointer}`, name: it.name, reason: it.message }));
    return { ...summary(changes, before), skipped, unused_fields };
  }
}

/** Refuses a document that is not OSI. */
function contentOf(body: RequestOf<typeof importOsi>['body']): OsiContent {
  const validation = validateOsi(body);
  if (validation.ok) return validation.content;
  throw refuseAll(
    'invalid-metric',
    validation.errors.map((it) => ({ ...it, pointer: `/body${it.pointer}` })),
  );
}

const namesOf = (definitions: readonly MetricDefinition[]): readonly string[] => [
  ...new Set(definitions.map((it) => it.name)),
];

/** The derivations that the metrics of a catalogue depend on. */
function sourcesOf(catalogue: Catalogue): readonly string[] {
  return [...catalogue.values()].flatMap(({ definition }) => (definition.type === 'simple' ? [definition.source] : []));
}

function sourceMap(text: string | undefined): ReadonlyMap<string, string> {
  return new Map(
    (text ?? '').split(',').flatMap((it) => {
      const [dataset, derivation] = it.split('=');
      return dataset === undefined || derivation === undefined ? [] : [[dataset, derivation] as const];
    }),
  );
}

/** A missing dataset is probably a typo: substituting the closest name would silently change the meaning. */
function refuseUnknownDatasets(mapped: ReadonlyMap<string, string>, { semantic_model }: OsiContent): void {
  const names = [...new Set(semantic_model.flatMap((model) => model.datasets.map((it) => it.name)))];
  const unknown = [...mapped.keys()].find((it) => !names.includes(it));
  if (unknown !== undefined)
    throw refuse(
      'invalid-request',
      '/query/sources',
      `there is no dataset "${unknown}" in the document${didYouMeanOrStop(unknown, names)}Datasets: ${quotedList(names)}`,
    );
}

/** The most serious error decides the code: errors in the document before transient ones. */
function refuseTogether(refused: readonly Refused[]): void {
  if (refused.length === 0) return;
  const errors = refused.map(({ pointer, name, message }) => ({
    pointer: `/body${pointer}`,
    message: `${name}: ${message}`,
  }));
  const causes = new Set(refused.map((it) => it.cause));
  const code =
    causes.has('unreadable') || causes.has('invalid')
      ? 'invalid-metric'
      : causes.has('uncertified')
        ? 'uncertified-source'
        : 'conflict';
  const { detail } = refuseAll(code, errors);
  throw new ProblemError(code, `${detail}. Nothing was imported; partial=true imports what can be.`, { errors });
}

function summary(
  changes: readonly MetricChange[],
  before: Catalogue,
): Pick<Answer, 'created' | 'updated' | 'unchanged'> {
  const named = (wanted: (change: MetricChange) => boolean): string[] =>
    changes.filter(wanted).map((it) => it.metric.name);
  return {
    created: named((it) => it.kind === 'save' && !before.has(it.metric.name)),
    updated: named((it) => it.kind === 'save' && before.has(it.metric.name)),
    unchanged: named((it) => it.kind === 'keep'),
  };
}

import { Inject, Injectable } from '@nestjs/common';
import { type InferenceLabel, jsonPointer, type Principal, ProblemError, type ProblemItem } from '@svc/contracts';
import { type Clock, CLOCK } from '@svc/platform';
import { ReadModels } from '../model/read-models';
import { predictionOf } from '../scorer/flat/flat-scorer';
import { INFERENCE_TABLE, type InferenceTable, type JoinedLabel, type StoredInvocation } from './serving.ports';
import { whoseOf } from './whose-of';

type Label = InferenceLabel['label'];
/** By version; undefined: it was deleted. Null: it predicts numbers. */
type ClassesOf = ReadonlyMap<number, readonly Label[] | null>;

/** Joins what turned out to be true to what was predicted. */
@Injectable()
export class LabelInferences {
  constructor(
    private readonly models: ReadModels,
    @Inject(INFERENCE_TABLE) private readonly table: InferenceTable,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** All labels, or none: refuses with a pointer to each that has no prediction or does not fit it. */
  async label(name: string, labels: readonly InferenceLabel[], who: Principal): Promise<{ labelled: number }> {
    const ids = [...new Set(labels.map((it) => it.request_id.toLowerCase()))];
    const found = await this.table.find(name, whoseOf(await this.models.find(name, who), who), ids);
    const classes = await this.classesOf(name, new Set(found.map((it) => it.version)));
    const invocations = new Map(found.map((it) => [it.requestId, it] as const));
    const errors: ProblemItem[] = [];
    const joined = new Map<string, JoinedLabel>();
    labels.forEach((label, i) => {
      const outcome = join(label, invocations.get(label.request_id.toLowerCase()), classes);
      if ('wrong' in outcome)
        errors.push({ pointer: jsonPointer(['body', 'labels', i, outcome.member]), message: outcome.wrong });
      else joined.set(`${outcome.requestId} ${outcome.row}`, outcome);
    });
    if (errors.length > 0)
      throw new ProblemError('invalid-request', 'No label was taken, because some do not fit; see "errors".', {
        errors,
      });
    await this.table.label(name, [...joined.values()], who, this.clock.now());
    return { labelled: joined.size };
  }

  private async classesOf(name: string, versions: ReadonlySet<number>): Promise<ClassesOf> {
    const found = await Promise.all([...versions].map((it) => this.models.contentOf(name, it)));
    return new Map(
      [...versions].flatMap((version, i) => {
        const content = found[i] ?? null;
        return content === null ? [] : [[version, content.classes?.filter(isLabel) ?? null] as const];
      }),
    );
  }
}

type Joining = JoinedLabel | { readonly member: 'request_id' | 'row' | 'label'; readonly wrong: string };

function join({ row, label }: InferenceLabel, of: StoredInvocation | undefined, versions: ClassesOf): Joining {
  if (of === undefined) return { member: 'request_id', wrong: 'names no invocation of this model that you may label' };
  if (of.predictions === null) return { member: 'request_id', wrong: 'names an invocation that predicted nothing' };
  const classes = versions.get(of.version);
  if (classes === undefined) return { member: 'request_id', wrong: 'was answered by a version that was deleted' };
  const kept = of.predictions[row];
  if (kept === undefined)
    return {
      member: 'row',
      wrong: row < (of.rows ?? 0) ? 'has a prediction that was not kept' : 'is not a row of that invocation',
    };
  const predicted = Array.isArray(kept) ? predictionOf(kept.filter(isNumber), classes) : kept;
  const wanted = typeof (classes?.[0] ?? 0);
  if (typeof label !== wanted) return { member: 'label', wrong: `must be a ${wanted}, as predictions are` };
  const same = { requestId: of.requestId, row, version: of.version, predictedAt: of.at, label };
  if (classes !== null) return { ...same, correct: predicted === label, error: null };
  return { ...same, correct: null, error: Number(predicted) - Number(label) };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isLabel(value: unknown): value is Label {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

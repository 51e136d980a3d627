import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { DEFAULT_SET, type Json, type Manifest, ProblemError } from '@svc/contracts';
import { bindParameters } from '../definition/parameters';
import { PARAMETER_SETS, type ParameterSetStore } from './run.ports';

type Params = Readonly<Record<string, Json>>;

/** The requested parameters of a run. */
export interface AskedParameters {
  readonly params: Params;
  readonly set?: string | undefined;
}

/** Parameters and the set they belong to. */
export interface ChosenParameters {
  readonly params: Params;
  readonly set: string;
}

/**
 * Chooses the parameter set a run belongs to. Runs of one set replace each other and nothing else: the rows of `flights`
 * are always those of its defaults.
 */
@Injectable()
export class ChooseParameters {
  constructor(@Inject(PARAMETER_SETS) private readonly sets: ParameterSetStore) {}

  /**
   * Creates a set that is named for the first time. `invalid-request` for parameters that do not match the declaration, that
   * differ from the defaults and have no name, or for a set that does not exist; `conflict` for a set with other parameters.
   */
  async choose(
    { name, params: declared }: Manifest,
    { params, set = DEFAULT_SET }: AskedParameters,
  ): Promise<ChosenParameters> {
    const given = Object.keys(params).length > 0;
    if (set === DEFAULT_SET) {
      const bound = bindParameters(declared, params);
      if (given && !isDeepStrictEqual(bound, defaultsOf(declared))) throw unnamed(name);
      return { params, set };
    }
    const known = await this.sets.find({ derivation: name, set });
    if (!given && known === null) throw unknown(name, set);
    const bound = bindParameters(declared, given ? params : (known?.params ?? {}));
    const kept = known ?? (await this.sets.keep(name, { name: set, params }));
    if (!isDeepStrictEqual(bindParameters(declared, kept.params), bound)) throw taken(name, set, kept.params);
    return { params: kept.params, set };
  }
}

/** The parameters of a run without any; null where a parameter has no default. */
function defaultsOf(declared: Manifest['params']): Params | null {
  const values = Object.entries(declared);
  if (values.some(([, it]) => it.required)) return null;
  return Object.fromEntries(values.flatMap(([key, it]) => (it.default === undefined ? [] : [[key, it.default]])));
}

function unnamed(derivation: string): ProblemError {
  return new ProblemError(
    'invalid-request',
    `These parameters are not the defaults of "${derivation}". Name a parameter set, which metrics can then use: svc derivation run ${derivation}@<set> --param ….`,
    { errors: [{ pointer: '/body/set', message: 'is needed for parameters that are not the defaults' }] },
  );
}

function unknown(derivation: string, set: string): ProblemError {
  return new ProblemError(
    'invalid-request',
    `"${derivation}" has no parameter set "${set}". Give its parameters to create it: svc derivation run ${derivation}@${set} --param ….`,
    { errors: [{ pointer: '/body/params', message: `are needed: there is no parameter set "${set}" yet` }] },
  );
}

function taken(derivation: string, set: string, params: Params): ProblemError {
  return new ProblemError(
    'conflict',
    `The parameter set "${set}" of "${derivation}" has other parameters: ${JSON.stringify(params)}. A set never changes; choose another name.`,
  );
}

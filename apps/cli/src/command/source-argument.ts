import { DEFAULT_SET, parseSource, sourceName, type SourceRef } from '@svc/contracts';
import type { Arguments } from './arguments';
import { UsageError } from './usage-error';

/** The first argument as a derivation and its parameter set: `flights`, or `flights@winter`. */
export function sourceArgument(args: Arguments): SourceRef {
  const name = args.at(0);
  if (sourceName.safeParse(name).success) return parseSource(name);
  throw new UsageError(`"${name}" is not the name of a derivation, nor <derivation>@<parameter set>`);
}

/** The member of a request that names the parameter set; the default is not written. */
export function inSet({ set }: SourceRef): { set?: string } {
  return set === DEFAULT_SET ? {} : { set };
}

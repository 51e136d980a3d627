import { jsonPointer, ProblemError, type ProblemItem } from '@svc/contracts';

/** Whether probabilities are asked for. A parameter that would be ignored is refused. */
export function probabilitiesWanted(
  params: Readonly<Record<string, unknown>> | undefined,
  classifies: boolean,
): boolean {
  const errors = Object.entries(params ?? {}).flatMap(([name, value]): ProblemItem[] => {
    const wrong = flawOf(name, value, classifies);
    return wrong === null ? [] : [{ pointer: jsonPointer(['body', 'params', name]), message: wrong }];
  });
  if (errors.length > 0)
    throw new ProblemError('invalid-request', 'The model does not take these parameters; see "errors".', { errors });
  return params?.['probabilities'] === true;
}

function flawOf(name: string, value: unknown, classifies: boolean): string | null {
  if (name !== 'probabilities') return 'is not a parameter of this model; there is only "probabilities"';
  if (typeof value !== 'boolean') return 'must be true or false';
  return value && !classifies ? 'is for classifications only' : null;
}

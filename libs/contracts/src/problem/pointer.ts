import { z } from 'zod';
import type { ProblemItem } from './problem';

/** RFC 6901 pointer of a path. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The validation issues of zod as problem items, each with the pointer of the member it is about. */
export function problemItems(error: z.ZodError, at: readonly PropertyKey[] = []): ProblemItem[] {
  return error.issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ pointer: jsonPointer([...path, key]), message: 'is not a known member' }));
    }
    return [{ pointer: jsonPointer(path), message: issueText(issue) }];
  });
}

/** What is wrong with a value, in words that fit behind its name. JSON and YAML hold no `undefined`: the value is missing. */
export function issueText({ message }: z.core.$ZodIssue): string {
  const [, expected] = /expected (\w+), received undefined$/.exec(message) ?? [];
  return expected === undefined ? message : `is missing; it is of type ${expected}`;
}

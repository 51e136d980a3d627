import type { Endpoint } from '@svc/contracts';

/** An operation, and the parameters in its path, decoded. */
export interface Matched {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

/** A segment of a path: as it is, or a parameter and how it ends, as in `{page}.svg`. */
type Part = { readonly text: string } | { readonly param: string; readonly end: string };

interface Template {
  readonly endpoint: Endpoint;
  readonly parts: readonly Part[];
}

/**
 * Finds the operation of a path: at once where the path has no parameters, else among those with as many segments, where
 * Express would try one pattern after the other. Literal segments come before parameters: `/certificates/public-key` is not
 * a certificate's name. Paths compare with case, and a slash at the end makes another path.
 */
export class RouteMatcher {
  private readonly literal = new Map<string, Matched>();
  private readonly templates = new Map<string, Template[]>();

  constructor(endpoints: readonly Endpoint[]) {
    for (const endpoint of endpoints) {
      const parts = endpoint.path.split('/').map(partOf);
      if (parts.every((it) => 'text' in it))
        this.literal.set(`${endpoint.method} ${endpoint.path}`, { endpoint, params: {} });
      else {
        const alike = this.templates.get(shape(endpoint.method, parts.length)) ?? [];
        this.templates.set(shape(endpoint.method, parts.length), [...alike, { endpoint, parts }]);
      }
    }
    for (const alike of this.templates.values()) alike.sort((one, other) => params(one) - params(other));
  }

  /** Null when no operation has this method and path. Throws `URIError` for a parameter that cannot be decoded. HEAD is GET. */
  find(method: string, path: string): Matched | null {
    const asked = method === 'HEAD' ? 'GET' : method;
    const literal = this.literal.get(`${asked} ${path}`);
    if (literal !== undefined) return literal;
    const segments = path.split('/');
    const found = this.templates.get(shape(asked, segments.length))?.find(({ parts }) => fits(parts, segments));
    return found === undefined ? null : { endpoint: found.endpoint, params: paramsIn(found.parts, segments) };
  }
}

const shape = (method: string, segments: number): string => `${method} ${String(segments)}`;

function partOf(segment: string): Part {
  const [, param, end = ''] = /^\{(\w+)\}([.\w]*)$/.exec(segment) ?? [];
  return param === undefined ? { text: segment } : { param, end };
}

function params({ parts }: Template): number {
  return parts.filter((it) => 'param' in it).length;
}

function fits(parts: readonly Part[], segments: readonly string[]): boolean {
  return parts.every((part, at) => {
    const segment = segments[at] ?? '';
    return 'text' in part ? part.text === segment : segment.length > part.end.length && segment.endsWith(part.end);
  });
}

function paramsIn(parts: readonly Part[], segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    parts.flatMap((part, at) =>
      'param' in part
        ? [[part.param, decodeURIComponent((segments[at] ?? '').slice(0, -part.end.length || undefined))]]
        : [],
    ),
  );
}

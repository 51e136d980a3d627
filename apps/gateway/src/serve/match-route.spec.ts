import { type Endpoint, endpoints } from '@svc/contracts';
import { RouteMatcher } from './match-route';

const routes = new RouteMatcher(endpoints);
const found = (method: string, path: string) => {
  const matched = routes.find(method, path);
  return matched === null ? null : [matched.endpoint.name, matched.params];
};
const named = ({ path }: Endpoint): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

describe('the operation of a path', () => {
  it.each(endpoints.map((it) => [`${it.method} ${it.path}`, it] as const))('is found for %s', (_, endpoint) => {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, 'a%2Fb-$1');
    const params = Object.fromEntries(named(endpoint).map((name) => [name, `a/b-${name}`]));
    expect(found(endpoint.method, path)).toEqual([endpoint.name, params]);
  });

  it('is the literal one where a parameter would fit too, and that of GET for HEAD', () => {
    expect(found('GET', '/api/certificates/public-key')).toEqual(['certificate.public-key', {}]);
    expect(found('HEAD', '/api/metrics/delay')).toEqual(['metric.get', { name: 'delay' }]);
  });

  it.each(['/api/metrics/', '/API/metrics/delay', '/api/metrics//history', '/api/metrics/delay/', 'api/metrics', ''])(
    'is not found for %s',
    (path) => {
      expect(found('GET', path)).toBeNull();
    },
  );

  it('is not found for a name that objects have of their own', () => {
    expect(found('constructor', '/api/metrics/delay')).toBeNull();
    expect(found('GET', '/api/metrics/__proto__')).toEqual(['metric.get', { name: '__proto__' }]);
  });

  it('is not guessed where a parameter cannot be decoded', () => {
    expect(() => found('GET', '/api/metrics/%ff')).toThrow(URIError);
  });
});

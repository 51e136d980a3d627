import { api, endpoints } from '@svc/contracts';
import { SAMPLES } from '../sample-requests';

const names = Object.keys(api);

describe('a request is parsed at the edge and again by its service', () => {
  it.each(endpoints.map((it, index) => [names[index] ?? '', it] as const))(
    '%s: what the first makes of it, the second takes and leaves as it is',
    (name, endpoint) => {
      const sample = SAMPLES.get(name);
      if (sample === undefined) throw new Error(`no sample for ${name}`);
      const query = endpoint.query.parse(Object.fromEntries(new URL(sample.path, 'http://svc').searchParams));
      expect(endpoint.query.parse(JSON.parse(JSON.stringify(query)))).toEqual(query);
      if (endpoint.consumes === 'upload') return;
      const body: unknown = endpoint.body.parse(sample.body);
      expect(endpoint.body.parse(body === undefined ? undefined : JSON.parse(JSON.stringify(body)))).toEqual(body);
    },
  );
});

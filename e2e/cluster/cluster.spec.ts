import path from 'node:path';
import { z } from 'zod';
import { podsOf, ROOT, TestCluster } from './test-cluster';

const cluster = new TestCluster();
const IMAGES = ['svc/compute-service:latest', 'svc/cert-service:latest'];
const FIND_WALLS = "require('@svc/runner').findWalls('').then((it) => console.log(it.problem ?? 'every wall holds'))";

const podSpec = z.looseObject({
  securityContext: z.looseObject({}),
  volumes: z.array(z.looseObject({ name: z.string() })),
  containers: z.tuple([
    z.looseObject({ securityContext: z.looseObject({}), volumeMounts: z.array(z.looseObject({ name: z.string() })) }),
  ]),
});
type PodSpec = z.infer<typeof podSpec>;

/** The pod of compute-service with another program in it, and of its volumes only the temporary one: on its own. */
function podWith(image: string, command: readonly string[]): PodSpec {
  const { containers, volumes, ...spec } = podSpec.parse(podsOf('compute.yaml'));
  const [container] = containers;
  const temporary = ({ name }: { readonly name: string }): boolean => name === 'temporary';
  return {
    ...spec,
    volumes: volumes.filter(temporary),
    containers: [
      {
        ...container,
        image,
        imagePullPolicy: 'IfNotPresent',
        command,
        env: [],
        resources: {},
        readinessProbe: undefined,
        livenessProbe: undefined,
        volumeMounts: container.volumeMounts.filter(temporary),
      },
    ],
  };
}

/** The same pod with the users of its node, and the `/proc` that engines give by default. */
function withNodeUsers(spec: PodSpec): PodSpec {
  const [container] = spec.containers;
  const { procMount: _, ...securityContext } = container.securityContext;
  return { ...spec, hostUsers: true, containers: [{ ...container, securityContext }] };
}

beforeAll(() => cluster.up(IMAGES));
afterAll(() => cluster.down());

describe.each(IMAGES)('in a pod of %s', (image) => {
  const finding = podWith(image, ['node', '-e', FIND_WALLS]);

  it('all walls hold with the settings of deploy/kubernetes; where the node has no user namespaces for pods, no such pod starts', async () => {
    if (await cluster.hasUserNamespaces()) expect(await cluster.run(finding)).toBe('every wall holds');
    else await expect(cluster.run(finding)).rejects.toThrow(/user namespaces/);
  });

  it('a service without them does not start, and names the one that is missing', async () => {
    const covered = await cluster.run(withNodeUsers(finding));
    expect(covered).toContain('`procMount: Unmasked` and `hostUsers: false`');
    const securityContext = { ...finding.securityContext, seccompProfile: { type: 'RuntimeDefault' } };
    expect(await cluster.run(withNodeUsers({ ...finding, securityContext }))).toContain(
      'seccompProfile: {type: Localhost}',
    );
  });

  it('an uncovered /proc without users of its own is refused by Kubernetes', async () => {
    await expect(cluster.run({ ...finding, hostUsers: true })).rejects.toThrow(/hostUsers.*must be false/);
  });
});

/** Needs a node that sees this checkout, so one on this machine: there images are loaded. */
const onThisMachine = process.env.SVC_CLUSTER_LOAD === undefined ? it.skip : it;

onThisMachine(
  'the specs of the runner hold in a pod: its conformance suite, hostile derivations, isolation',
  async () => {
    if (!(await cluster.hasUserNamespaces())) return;
    const state = path.join(ROOT, '.svc');
    const jest = `${ROOT}/node_modules/jest/bin/jest.js -c libs/runner/jest.config.js --cacheDirectory /tmp/jest -w 1`;
    // The environment of the image, where specs look for it.
    const spec = podWith(IMAGES[0] ?? '', [
      'sh',
      '-c',
      `cp -dR --preserve=timestamps /svc/environment ${state}/python && node ${jest} 2>&1`,
    ]);
    const [container] = spec.containers;
    const said = await cluster.run({
      ...spec,
      volumes: [
        { name: 'temporary', emptyDir: {} },
        { name: 'state', emptyDir: {} },
        { name: 'checkout', hostPath: { path: ROOT, type: 'Directory' } },
      ],
      containers: [
        {
          ...container,
          workingDir: ROOT,
          // Jest's compiler keeps its native part in a home that nobody else may write, and volumes are not such places.
          env: [{ name: 'HOME', value: '/var/lib/svc/state' }],
          securityContext: { ...container.securityContext, readOnlyRootFilesystem: false },
          volumeMounts: [
            ...container.volumeMounts,
            { name: 'checkout', mountPath: ROOT, readOnly: true },
            { name: 'state', mountPath: state },
          ],
        },
      ],
    });
    expect(said).toMatch(/^Test Suites: (\d+ skipped, )?\d+ passed, \d+( of \d+)? total$/m);
  },
);

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { SERVICES } from '@svc/contracts';
import { anchorLine, makeAnchorFolder, planAnchors, setFormerAnchorsAside } from './anchor-folder';
import { readConfig } from '../config';
import { Progress } from '../progress';
import { reset } from '../reset';
import { serviceEnvironment } from '../services/service-environment';
import { metricsOf, type Stack } from '../stack/stack';

const asked = { state: '/checkout/.svc', home: '/home/ann', stateHome: undefined, anchorsOff: false };

describe('where the audit log of a stack is anchored', () => {
  it('is a folder of its own in the home of whoever starts it, outside of the state directory', () => {
    const { folder } = planAnchors(asked, {});
    expect(folder).toMatch(/^\/home\/ann\/\.local\/state\/svc\/anchors\/[0-9a-f]{16}$/);
    expect(planAnchors({ ...asked, state: '/other/.svc' }, {}).folder).not.toBe(folder);
    expect(planAnchors(asked, {}).folder).toBe(folder);
    expect(planAnchors({ ...asked, stateHome: '/var/ann' }, {}).folder).toBe(
      `/var/ann/svc/anchors/${basename(String(folder))}`,
    );
  });

  it.each(['SVC_ANCHOR_FILE', 'SVC_ANCHOR_STORE', 'SVC_ANCHOR_BUCKET', 'SVC_ANCHOR_WEBHOOK', 'SVC_ANCHOR_BUCKET_FILE'])(
    'is left to %s where that is set',
    (name) => {
      const plan = planAnchors(asked, { [name]: 'x' });
      expect(plan.folder).toBeNull();
      expect(anchorLine(plan)).toBeNull();
    },
  );

  it.each([
    ['it is switched off', { anchorsOff: true }, /SVC_ANCHOR_STORE/],
    ['there is no home', { home: '/' }, /no home folder/],
    ['the home is in the state directory', { state: '/home' }, /inside of the state directory/],
  ])('is nowhere when %s, and that is said', (_, over, why) => {
    const plan = planAnchors({ ...asked, ...over }, {});
    expect(plan.folder).toBeNull();
    expect(anchorLine(plan)).toMatch(/anchored nowhere: /);
    expect(anchorLine(plan)).toMatch(why);
  });

  it.each(['', 'none'])('is switched off by SVC_ANCHOR_STORE=%j, which no service is told', (value) => {
    const config = readConfig('/checkout', { SVC_ANCHOR_STORE: value });
    expect(config).toMatchObject({ anchorsOff: true, forServices: {} });
    expect(readConfig('/checkout', { SVC_ANCHOR_STORE: '/a' })).toMatchObject({
      anchorsOff: false,
      forServices: { SVC_ANCHOR_STORE: '/a' },
    });
  });

  it('is known to cert-service alone, and its pace can be set', () => {
    const ports = SERVICES.flatMap((service) => [service, metricsOf(service)]);
    const stack: Stack = {
      ...{
        id: 'x',
        root: '/checkout',
        state: '/checkout/.svc',
        python: '',
        path: '',
        home: '',
        build: '1',
        bundle: null,
      },
      programs: { postgres: null, nats: null, redis: null, bubblewrap: '/bwrap' },
      settings: {},
      packages: {},
      anchors: '/kept',
      ports: Object.fromEntries(ports.map((name) => [name, 1])),
    };
    expect(serviceEnvironment('cert', stack, '')).toMatchObject({
      SVC_ANCHOR_STORE: '/kept',
      SVC_ANCHOR_SECONDS: '600',
    });
    expect(serviceEnvironment('cert', { ...stack, settings: { SVC_ANCHOR_SECONDS: '5' } }, '')).toMatchObject({
      SVC_ANCHOR_SECONDS: '5',
    });
    expect(serviceEnvironment('compute', stack, '')).not.toHaveProperty('SVC_ANCHOR_STORE');
    expect(serviceEnvironment('cert', { ...stack, anchors: null }, '')).not.toHaveProperty('SVC_ANCHOR_STORE');
  });
});

describe('the folder of anchors', () => {
  let place: string;
  const here = () => ({
    state: join(place, 'state'),
    home: join(place, 'home'),
    stateHome: undefined,
    anchorsOff: false,
  });
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'svc-anchors-'));
    mkdirSync(join(place, 'state'));
    mkdirSync(join(place, 'home'));
  });
  afterEach(() => rmSync(place, { recursive: true }));

  function made(): string {
    const { folder } = makeAnchorFolder(here(), {});
    if (folder === null) throw new Error('there is no folder');
    return folder;
  }

  it('is made, and only its owner may enter', () => {
    expect(statSync(made()).mode & 0o777).toBe(0o700);
    expect(made()).toBe(made());
  });

  it('is not made where there is no home, where a file is in the way, or behind a link into the state directory', () => {
    rmSync(join(place, 'home'), { recursive: true });
    expect(anchorLine(makeAnchorFolder(here(), {}))).toMatch(/does not exist/);
    writeFileSync(join(place, 'home'), '');
    expect(makeAnchorFolder(here(), {}).folder).toBeNull();
    rmSync(join(place, 'home'));
    symlinkSync(join(place, 'state'), join(place, 'home'));
    expect(anchorLine(makeAnchorFolder(here(), {}))).toMatch(/inside of the state directory/);
  });

  it('keeps what it has for the log whose key is there', () => {
    writeFileSync(join(made(), '1.note'), 'mine');
    writeFileSync(join(place, 'state', 'checkpoint.key'), '');
    expect(setFormerAnchorsAside(made(), here().state)).toBeNull();
    expect(readdirSync(made())).toEqual(['1.note']);
  });

  it('begins empty for a new log; anchors of one that vanished stay beside it', () => {
    expect(setFormerAnchorsAside(made(), here().state)).toBeNull();
    for (const time of [1, 2]) {
      writeFileSync(join(made(), '1.note'), `log ${time}`);
      const aside = setFormerAnchorsAside(made(), here().state);
      expect(aside).toBe(`${made()}.${time}`);
      expect(readFileSync(join(String(aside), '1.note'), 'utf8')).toBe(`log ${time}`);
      expect(readdirSync(made())).toEqual([]);
    }
  });

  it('is removed by a reset together with the log, and nothing beside it is', async () => {
    writeFileSync(join(made(), '1.note'), 'mine');
    mkdirSync(`${made()}.1`);
    const config = readConfig(place, { HOME: here().home, SVC_STATE_DIR: here().state });
    await reset(config, new Progress(new PassThrough(), false), true);
    expect(readdirSync(dirname(planAnchors(here(), {}).folder ?? ''))).toEqual([expect.stringMatching(/\.1$/)]);
  });
});

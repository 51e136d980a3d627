import { endpoints, nouns, type OwnedNoun, OWNED_KINDS, ownedNounOf } from '@svc/contracts';
import { z } from 'zod';
import { isSpec, textOf, typescriptFiles } from './project-files';

const owned: readonly OwnedNoun[] = OWNED_KINDS.map(ownedNounOf);

describe('a noun whose objects have an owner', () => {
  it.each(owned.map((it) => it.owned.kind))('runs the conformance suite of named objects: %s', (kind) => {
    const runs = typescriptFiles('apps').filter(
      (file) => isSpec(file) && textOf(file).includes(`namedObjectConformance('${kind}'`),
    );
    expect(runs).not.toEqual([]);
  });

  it('lets whoever registers an object say who sees it, and records that', () => {
    for (const { life } of owned) {
      expect(Object.keys(life.put.query.shape)).toEqual(expect.arrayContaining(['visibility', 'groups']));
      expect(life.put.records).toEqual(expect.arrayContaining(['visibility', 'groups']));
    }
  });

  it('deletes only what the caller has read', () => {
    for (const { life } of owned) expect(life.remove?.ifMatch ?? true).toBe(true);
  });
});

describe('what a noun exports', () => {
  const says = (response: z.ZodType, text: string) =>
    JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' })).includes(`"const":"${text}"`);

  it('is named in its descriptor, and calls itself so', () => {
    const exported = nouns.flatMap((it) => ('exports' in it ? [it.exports] : []));
    for (const { kind, by } of exported) expect([kind, says(by.response, kind)]).toEqual([kind, true]);
    const all = endpoints.filter((it) => says(it.response, 'svc.export/v1')).map((it) => it.name);
    expect(exported.map(({ by }) => by.name).sort()).toEqual(all.sort());
  });
});

import { declarationPlace } from './declaration-place';

const SOURCE = `from svc import Claim, derivation


@derivation(inputs={})
def first(ctx):
    return []


@derivation(
    inputs={},
    claim=Claim("comparisom"),
)
def second(ctx):
    return []
`;

describe('the place of a declaration', () => {
  it.each([
    ['second', 'derivations/two.py:11'],
    ['first', 'derivations/two.py:5'],
    ['made_by_a_loop', 'derivations/two.py'],
  ])('of %s is %s', (name, place) => {
    expect(declarationPlace({ file: 'derivations/two.py', function: name }, SOURCE)).toBe(place);
  });
});

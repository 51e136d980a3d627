import { total } from './sample';

/** Jensen–Shannon's distance: the square root of the divergence in natural logarithms, from 0 to √ln 2. */
export function jensenShannon(reference: ReadonlyMap<string, number>, current: ReadonlyMap<string, number>): number {
  const [n, m] = [total(reference), total(current)];
  const categories = new Set([...reference.keys(), ...current.keys()]);
  let divergence = 0;
  for (const category of categories) {
    const p = (reference.get(category) ?? 0) / n;
    const q = (current.get(category) ?? 0) / m;
    divergence += (part(p, (p + q) / 2) + part(q, (p + q) / 2)) / 2;
  }
  return Math.sqrt(Math.max(0, divergence));
}

function part(share: number, middle: number): number {
  return share === 0 ? 0 : share * Math.log(share / middle);
}

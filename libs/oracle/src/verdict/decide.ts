import type { ClaimKind } from '../claim/claim';
import type { Verdict } from '../claim/verdict';
import type { GateReport } from './attestation';

/** A claim is sound only when these gates ran and found it so. */
function requiredGates(kind: ClaimKind): readonly string[] {
  return kind === 'table' ? ['reproducibility', 'contract'] : ['claim-fits-data', 'evidence'];
}

/** More reasons than this would bury the first. */
const MAX_REASONS = 4;

/**
 * The verdict of all gates: a defect positively found makes it unsound; else anything not shown makes it inconclusive;
 * sound needs every gate that ran, and the required ones, to agree.
 */
export function decide(kind: ClaimKind, gates: readonly GateReport[]): { verdict: Verdict; reason: string } {
  const found = gates.filter((gate) => gate.verdict === 'unsound');
  if (found.length > 0) return { verdict: 'unsound', reason: join(found) };
  const open = gates.filter((gate) => gate.verdict === 'inconclusive');
  if (open.length > 0) return { verdict: 'inconclusive', reason: join(open) };
  const missing = requiredGates(kind).filter((name) => !gates.some((gate) => gate.name === name));
  if (missing.length > 0)
    return { verdict: 'inconclusive', reason: `${missing.join(' and ')} did not run: nothing was shown` };
  return { verdict: 'sound', reason: soundReason(kind, gates) };
}

function join(gates: readonly GateReport[]): string {
  return gates
    .slice(0, MAX_REASONS)
    .map((gate) => gate.detail)
    .join('. Also: ');
}

function soundReason(kind: ClaimKind, gates: readonly GateReport[]): string {
  const main = gates.filter((gate) => requiredGates(kind).includes(gate.name) && gate.name !== 'claim-fits-data');
  return `${main.map((gate) => gate.detail).join('; ')}; ${gates.length} gates found no defect`;
}

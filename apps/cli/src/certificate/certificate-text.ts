import type { Certificate } from '@svc/contracts';
import { fieldList, verdictCell } from '../command/printing';
import { analysedFields, gateLists, testedFields } from '../derivation/attestation-text';
import { participantTables } from '../derivation/participants-text';
import { claimText } from '../derivation/claim-text';
import { estimateText } from '../derivation/estimate-text';
import type { Terminal } from '../terminal/terminal';

/** A certificate for people: what was claimed of which data, what the oracle found, and who signed it. */
export function certificateText({ certificate: it, signature }: Certificate, terminal: Terminal): string {
  const fields = fieldList(terminal, [
    ['derivation', it.derivation],
    ...testedFields({ tested: it['tested'], cautions: it['cautions'], sensitivity: it['sensitivity'] }),
    ['question', it.question],
    ['claim', claimText(it.claim)],
    ['verdict', verdictCell(it.verdict, terminal.outColors)],
    ['estimate', estimateText(it.estimate)],
    ['adjusted for', it.adjusted_for.join(', ') || null],
    ...analysedFields(it['flow']),
    ['rows', it.data.rows],
    ['data', it.data.hash],
    ...Object.entries(it.data.inputs).map(([name, hash]) => ['input', `${name} ${hash}`] as const),
    ['code', it.code.hash],
    ['environment', it.code.environment],
    ['run', it.run_at],
    ['issued', `${it.issued_at} by ${it.certified_by.issuer}`],
    ['preregistered', preregisteredText(it['preregistration'])],
    ['public key', it.public_key],
    ['signature', `${signature.algorithm} ${signature.value}`],
  ]);
  const tables = participantTables({ flow: it['flow'], balance: it['balance'] }, terminal);
  return [fields, ...tables, ...gateLists(it, terminal)].join('\n');
}

function preregisteredText(stated: unknown): string | null {
  return stated === undefined
    ? null
    : 'the claim was declared before its data (svc certificate verify --log-key checks the proofs)';
}

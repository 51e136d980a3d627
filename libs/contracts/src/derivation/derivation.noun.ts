import { ownedKind } from '../object-access/owned-kind';
import { noun } from '../noun';
import {
  checkDerivation,
  deleteDerivation,
  describeDerivations,
  getDerivation,
  getRows,
  getRunPictures,
  listDerivations,
  listRuns,
  putDerivation,
  revokeDerivation,
  runDerivation,
  suggestClaim,
  takeOverDerivation,
} from './derivation.endpoints';
import { claim, claimSuggestion } from '../attestation/claim';
import { claimSuggesting, derivationCheck, derivationRun } from './derivation-jobs';
import { derivationExecution } from './execution.calls';
import { attestation, estimate, gateResult } from '../attestation/attestation';
import { derivation, manifest, run } from './derivation';
import { derivationVocabulary } from './derivation.vocabulary';

/** Owner and visibility of a derivation. */
const owned = ownedKind({
  kind: 'derivation',
  path: '/api/derivations',
  subject: 'svc.cert.derivation',
  reads: 'derivation:read',
});
export const { read: getDerivationAccess, share: shareDerivation } = owned;

export const derivationNoun = noun({
  name: 'derivation',
  ...derivationVocabulary,
  endpoints: {
    describeDerivations,
    listDerivations,
    getDerivation,
    putDerivation,
    deleteDerivation,
    runDerivation,
    checkDerivation,
    suggestClaim,
    listRuns,
    getRunPictures,
    getRows,
    revokeDerivation,
    takeOverDerivation,
  },
  access: { getDerivationAccess, shareDerivation },
  schemas: {
    Claim: claim,
    ClaimSuggestion: claimSuggestion,
    Manifest: manifest,
    Derivation: derivation,
    Run: run,
    Attestation: attestation,
    Estimate: estimate,
    GateResult: gateResult,
  },
  owned,
  life: { list: listDerivations, get: getDerivation, put: putDerivation, remove: deleteDerivation, tombstone: true },
  jobKinds: [derivationRun, derivationCheck, claimSuggesting, derivationExecution],
});

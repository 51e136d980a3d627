import { DESIGN_CASES } from './design-cases';
import type { GateCase } from './gate-case';
import { INFERENCE_CASES } from './inference-cases';
import { MODEL_CASES } from './model-cases';
import { ROLE_CASES } from './role-cases';
import { SHAPE_CASES } from './shape-cases';
import { SILENCE_CASES } from './silence-cases';

/** Every gate accuses at least one case and passes another. */
export const GATE_CASES: readonly GateCase[] = [
  ...SHAPE_CASES,
  ...DESIGN_CASES,
  ...MODEL_CASES,
  ...INFERENCE_CASES,
  ...SILENCE_CASES,
  ...ROLE_CASES,
];

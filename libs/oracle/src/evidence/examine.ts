import type { Claim } from '../claim/claim';
import type { Study } from '../study/study';
import { examineClassification } from './classification-evidence';
import { examineContrast } from './contrast-evidence';
import type { Examined } from './evidence';
import { examineGroups } from './groups-evidence';
import { examineMean } from './mean-evidence';
import { examinePrediction } from './prediction-evidence';
import { examineSurvival } from './survival-evidence';
import { examineTrend } from './trend-evidence';

/** The primary test of a study. */
export function examineStudy(study: Study, claim: Claim, seed: string): Examined {
  switch (study.shape) {
    case 'contrast':
      return examineContrast(study, claim);
    case 'mean':
      return examineMean(study, claim);
    case 'groups':
      return examineGroups(study);
    case 'trend':
      return examineTrend(study, claim);
    case 'prediction':
      return examinePrediction(study, seed);
    case 'classification':
      return examineClassification(study, claim);
    case 'survival':
      return examineSurvival(study, claim);
    case 'empty':
      return { impossible: 'this kind of claim rests on its contract, not on an estimate' };
  }
}

import { type Claim, roleColumn } from '../claim/claim';
import type { Table } from '../table/table';
import { buildChangeStudy } from './change-study';
import { buildClassificationStudy } from './classification-study';
import { buildContrastStudy } from './contrast-study';
import { buildMeanStudy } from './mean-study';
import { buildPredictionStudy } from './prediction-study';
import type { BuiltStudy } from './study';
import { buildSurvivalStudy } from './survival-study';
import { buildTrendStudy } from './trend-study';

/** Reads the claim's columns out of the table in the form its kind is tested in. */
export function buildStudy(table: Table, claim: Claim): BuiltStudy {
  const column = (role: string): string => roleColumn(claim, role) ?? '';
  switch (claim.kind) {
    case 'table':
      return { ok: true, study: { shape: 'empty', n: table.rowCount } };
    case 'level':
      return buildMeanStudy(table, claim, 'value', false);
    case 'association':
    case 'effect':
      return buildContrastStudy(table, claim, { x: column('x'), y: column('y'), grouped: false });
    case 'comparison':
    case 'equivalence':
    case 'noninferiority':
      return buildContrastStudy(table, claim, { x: column('group'), y: column('value'), grouped: true });
    case 'experiment':
      return buildContrastStudy(table, claim, { x: column('variant'), y: column('metric'), grouped: true });
    case 'proportion':
      return roleColumn(claim, 'group') === undefined
        ? buildMeanStudy(table, claim, 'outcome', true)
        : buildContrastStudy(table, claim, { x: column('group'), y: column('outcome'), grouped: true });
    case 'change':
      return buildChangeStudy(table, claim);
    case 'trend':
      return buildTrendStudy(table, claim);
    case 'prediction':
      return buildPredictionStudy(table, claim);
    case 'classification':
      return buildClassificationStudy(table, claim);
    case 'survival':
      return buildSurvivalStudy(table, claim);
  }
}

/** What a column must hold to fill a role. `any` is left to the gates. */
export type RoleType = 'numeric' | 'binary' | 'category' | 'time' | 'any';

export interface RoleDescription {
  readonly takes: 'column' | 'columns' | 'number';
  readonly type: RoleType;
  readonly required: boolean;
  /** A role that stands for this one. */
  readonly unless?: string;
  readonly meaning: string;
  /** Other names the role is understood by. */
  readonly aliases: readonly string[];
}

export function needed(type: RoleType, meaning: string, ...aliases: string[]): RoleDescription {
  return { takes: 'column', type, required: true, meaning, aliases };
}

export function optional(type: RoleType, meaning: string, ...aliases: string[]): RoleDescription {
  return { takes: 'column', type, required: false, meaning, aliases };
}

export const controls: RoleDescription = {
  takes: 'columns',
  type: 'any',
  required: false,
  meaning: 'columns to adjust for, all together',
  aliases: ['covariates'],
};
export const negativeControls: RoleDescription = {
  takes: 'columns',
  type: 'any',
  required: false,
  meaning: 'outcomes that the cause cannot affect',
  aliases: [],
};
export const segment: RoleDescription = {
  takes: 'columns',
  type: 'any',
  required: false,
  meaning: 'columns within which the result must also hold',
  aliases: ['segments', 'strata'],
};
export const time = optional('time', 'when the row was observed', 'period', 'date');
export const threshold: RoleDescription = {
  takes: 'number',
  type: 'numeric',
  required: false,
  meaning: 'number to compare the value with',
  aliases: [],
};
/** A ratio of two sums in place of a mean, and rows that stand for more or fewer than one. */
export const measured = {
  numerator: optional('numeric', 'what is summed above the line: the claim is about Σ numerator / Σ denominator'),
  denominator: optional('numeric', 'what is summed below the line'),
  weight: optional('numeric', 'how much of the population the row stands for', 'weights', 'sampling_weight'),
};
/** How the groups came about. */
export const assignedRoles = {
  assigned_by: optional('any', 'the column whose values were assigned whole: clinics, hours, schools'),
  assigned: optional('category', 'what the row was assigned to, where the groups are what it received'),
  received: optional('category', 'what the row really received; it is analysed as assigned'),
};
export const baseline = optional('numeric', 'the same measure from before, adjusted for', 'pre_period');
/** Every unit receives both, one after the other. */
export const crossover = {
  period: optional('any', 'in which period of a crossover the row was observed'),
  sequence: optional('any', 'in which order the unit received both'),
};
export const twoGroups = {
  group: needed('category', 'which group the row belongs to', 'variant'),
  value: { ...needed('numeric', 'what is compared', 'metric', 'outcome'), unless: 'numerator' },
  ...measured,
  ...assignedRoles,
  ...crossover,
  baseline,
};
export const adjusted = { controls, segment, time };

import type { Constraints, ContractField, CrossColumn, FieldClause } from './data-contract';

/** What a broken value does, in words; the same whether rows were read one by one or in SQL. */
export function fieldNote({ type, constraints = {} }: ContractField, clause: FieldClause): string {
  return NOTES[clause](constraints, type);
}

const NOTES: Readonly<Record<FieldClause, (constraints: Constraints, type: string) => string>> = {
  type: (_, type) => `is not ${type}`,
  required: () => 'is missing',
  unique: () => 'repeats an earlier value',
  minimum: ({ minimum }) => `is below ${minimum}`,
  maximum: ({ maximum }) => `is above ${maximum}`,
  minLength: ({ minLength }) => `is shorter than ${minLength}`,
  maxLength: ({ maxLength }) => `is longer than ${maxLength}`,
  pattern: ({ pattern }) => `does not match ${pattern}`,
  enum: () => 'is not one of the allowed values',
};

/** The share of values that must satisfy a clause. */
export function mostlyOf({ mostly = 1 }: ContractField, clause: FieldClause): number {
  return typeof mostly === 'number' ? mostly : (mostly[clause] ?? 1);
}

export const MISSING_COLUMN = 'the column is not in the table';
export const MISSING_RULE_COLUMN = 'a column of the rule is not in the table';
export const MISSING_KEY_COLUMN = 'a column of the key is not in the table';
export const UNLIKE_VALUES = 'text cannot be compared with numbers';

export function ruleName({ name, left, operator, right }: CrossColumn): string {
  return name ?? `${left} ${operator} ${'field' in right ? right.field : String(right.value)}`;
}

/** Clauses about text on a column that holds none. */
export function textUnknown(type: string): string {
  return `the column holds ${type} values, its text is not known`;
}

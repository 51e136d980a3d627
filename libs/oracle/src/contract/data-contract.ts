export const FIELD_TYPES = ['string', 'integer', 'number', 'boolean', 'date', 'datetime'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const FIELD_CLAUSES = [
  'type',
  'required',
  'unique',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'enum',
] as const;
export type FieldClause = (typeof FIELD_CLAUSES)[number];

export const OPERATORS = ['<', '<=', '=', '!=', '>=', '>'] as const;
export type Operator = (typeof OPERATORS)[number];

export type Scalar = string | number | boolean;

/** What each present value of a column must satisfy. Missing values face `required` only. */
export interface Constraints {
  readonly required?: boolean;
  readonly unique?: boolean;
  /** Inclusive; integer and number only. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** In characters; string only. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** RE2 syntax, found anywhere in the value unless anchored; string only. */
  readonly pattern?: string;
  readonly enum?: readonly Scalar[];
}

export interface ContractField {
  readonly name: string;
  readonly type: FieldType;
  readonly description?: string;
  readonly constraints?: Constraints;
  /** Share of values that must satisfy the clauses: one number for all, or a number per clause. Default 1. */
  readonly mostly?: number | Readonly<Partial<Record<FieldClause, number>>>;
}

export interface ForeignKey {
  readonly fields: readonly string[];
  readonly reference: { readonly resource: string; readonly fields: readonly string[] };
}

/** Two columns, or a column and a value, that must stand in an order in every row where both are present. */
export interface CrossColumn {
  readonly name?: string;
  readonly left: string;
  readonly operator: Operator;
  readonly right: { readonly field: string } | { readonly value: Scalar };
}

export interface TableRules {
  readonly primaryKey?: readonly string[];
  readonly uniqueKeys?: readonly (readonly string[])[];
  readonly foreignKeys?: readonly ForeignKey[];
  readonly rowCount?: { readonly min?: number; readonly max?: number };
  /** Exactly these columns, in this order. */
  readonly columnsMatch?: boolean;
  /** The newest value of a time column is at most this old. */
  readonly freshness?: { readonly field: string; readonly maxAgeHours: number };
  /** The number of rows moved by at most these shares since the previous run. */
  readonly volume?: { readonly maxDrop?: number; readonly maxRise?: number };
  readonly rules?: readonly CrossColumn[];
}

/** A declared promise about a table. Closed at every level. */
export interface DataContract {
  readonly specVersion: string;
  readonly kind: 'DataContract';
  readonly description?: string;
  readonly fields: readonly ContractField[];
  readonly table?: TableRules;
}

import { z } from 'zod';
import { objectName, sourceName } from '../json';

const title = z.string().min(1).max(256);
const columnName = z.string().min(1).max(256);
const scalar = z.union([z.string().max(4096), z.number(), z.boolean()]);

/** The value of a variable: nothing, one value, or several. */
export const variableValue = z.union([z.null(), scalar, z.array(scalar).max(1000)]);
export type VariableValue = z.infer<typeof variableValue>;

/** What a reader chooses, by variable. */
export const dashboardVariableValues = z.record(z.string().max(128), variableValue);

/** Maximum number of values that one variable offers. */
export const MAX_OPTIONS = 1000;

/** A value that may be chosen, and what a reader sees in its place. */
export const variableOption = z.strictObject({ value: scalar, label: title.optional() });
export type VariableOption = z.infer<typeof variableOption>;

/** `"JFK"` is short for `{"value": "JFK"}`, and is stored and returned in that form. */
const writtenOption = z
  .union([scalar, variableOption], { error: 'expects a text, a number, true, false, or {value, label}' })
  .transform((it) => (typeof it === 'object' ? it : { value: it }))
  .pipe(variableOption);

/** What there is to choose from: a list, or the values of a column of a certified derivation. */
const variableOptions = z
  .strictObject({
    /** The only values that may be chosen. */
    values: z.array(writtenOption).min(1).max(MAX_OPTIONS).optional(),
    derivation: sourceName.optional(),
    /** Its distinct values are offered, in order. Any other value of the type is accepted too, and matches nothing. */
    column: columnName.optional(),
    /** What a reader sees in place of each value; the first in order where a value has several. */
    labelColumn: columnName.optional(),
  })
  .superRefine((options, context) => {
    const wrong = (member: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [member], message });
    if ((options.values === undefined) === (options.derivation === undefined))
      return wrong('values', 'exactly one of "values" and "derivation" is needed');
    if (options.derivation !== undefined && options.column === undefined)
      wrong('column', 'is needed: whose values are offered');
    if (options.derivation === undefined)
      for (const member of ['column', 'labelColumn'] as const)
        if (options[member] !== undefined) wrong(member, 'is for values of a derivation');
  });

/** A value that a reader chooses. It reaches queries only as a bound parameter of a filter. */
export const dashboardVariable = z.strictObject({
  name: objectName,
  label: title.optional(),
  type: z.enum(['string', 'integer', 'number', 'boolean', 'date']),
  /** `multiselect` has a list, `daterange` and `range` have first and last; the others have one value. */
  control: z.enum(['dropdown', 'multiselect', 'search', 'date', 'daterange', 'range', 'toggle']),
  /** Null: nothing is chosen, and every filter that names the variable is left out. */
  default: variableValue.default(null),
  /** Without them, any value of the type may be chosen. */
  options: variableOptions.optional(),
  /**
   * Whether a viewer keeps one choice for all pages, or one for each. Default: `global`. A hint for the viewer
   * application.
   */
  scope: z.enum(['global', 'page']).optional(),
  /**
   * Widgets that a viewer marks as depending on the variable. Default: `"*"`, all. A hint: only filters decide which
   * variables a query uses.
   */
  appliesTo: z
    .union([z.literal('*'), z.array(objectName).max(200)], { error: 'expects "*" or a list of widgets' })
    .optional(),
  /** Widgets that a viewer marks as not depending on it. Also a hint. */
  immune: z.array(objectName).max(200).optional(),
});
export type DashboardVariable = z.infer<typeof dashboardVariable>;

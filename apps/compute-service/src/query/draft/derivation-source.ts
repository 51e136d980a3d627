import type { Json } from '@svc/contracts';

/** The parts of a draft. */
export interface Draft {
  readonly name: string;
  readonly sql: string;
  readonly question: string;
  /** Name in the statement → its source. */
  readonly inputs: Readonly<Record<string, 'dataset' | 'derivation'>>;
  readonly contract: { readonly fields: Json; readonly table: Json };
  readonly rowsExamined: number;
}

/** No function can have one of these names, but a derivation can. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'and',
  'as',
  'assert',
  'async',
  'await',
  'break',
  'class',
  'continue',
  'def',
  'del',
  'elif',
  'else',
  'except',
  'finally',
  'for',
  'from',
  'global',
  'if',
  'import',
  'in',
  'is',
  'lambda',
  'nonlocal',
  'not',
  'or',
  'pass',
  'raise',
  'return',
  'try',
  'while',
  'with',
  'yield',
]);
const KINDS = { dataset: 'Dataset', derivation: 'Derivation' } as const;

/** Python that declares a derivation of this statement, with a claim that says no more than its contract. */
export function derivationSource({ name, sql, question, inputs, contract, rowsExamined }: Draft): string {
  const used = [...new Set(Object.values(inputs))].map((kind) => KINDS[kind]);
  const listed = Object.entries(inputs).map(
    ([input, kind]) => `        ${python(input)}: ${KINDS[kind]}(${python(input)}),\n`,
  );
  const isKeyword = KEYWORDS.has(name);
  return `from svc import ${['Claim', 'Contract', ...used, 'derivation'].join(', ')}


@derivation(
${isKeyword ? `    name=${python(name)},\n` : ''}    inputs={${listed.length === 0 ? '' : `\n${listed.join('')}    `}},
    # Says that the rows are reproducible and keep the contract. For more, choose a kind with roles: svc oracle explain.
    claim=Claim("table", question=${python(question)}),
    # Suggested from the first ${String(rowsExamined)} rows. Read it: what they never showed, it does not know.
    contract=Contract(
        fields=${indented(contract.fields)},
        table=${indented(contract.table)},
    ),
)
def ${isKeyword ? `${name}_` : name}(ctx):
    return ctx.sql(${pythonText(sql)})
`;
}

function indented(value: Json): string {
  if (!Array.isArray(value) || value.length === 0) return python(value);
  return `[\n${value.map((item) => `            ${python(item)},\n`).join('')}        ]`;
}

/** A value as a Python literal. JSON's escapes are Python's too. */
function python(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, member]) => `${python(key)}: ${python(member)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}

/** A statement over several lines as it was written, where that reads the same in Python. */
function pythonText(sql: string): string {
  const verbatim = sql.includes('\n') && !/["\\\0\r]/.test(sql);
  return verbatim ? `"""\n${sql}\n"""` : python(sql);
}

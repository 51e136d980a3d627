import { OPERATOR_NAMES, readOperator } from './operator';

describe('a filter operator', () => {
  it.each([
    ['eq', 'eq'],
    ['=', 'eq'],
    ['==', 'eq'],
    ['equals', 'eq'],
    ['!=', 'neq'],
    ['<>', 'neq'],
    ['ne', 'neq'],
    ['not_eq', 'neq'],
    ['notEquals', 'neq'],
    ['NIN', 'not_in'],
    ['notIn', 'not_in'],
    ['ge', 'gte'],
    ['<=', 'lte'],
    ['greaterThanOrEqual', 'gte'],
    ['notStartsWith', 'not_starts_with'],
    ['set', 'is_not_null'],
    ['notSet', 'is_null'],
    ['isNull', 'is_null'],
    ['notNull', 'is_not_null'],
    ['inDateRange', 'in_date_range'],
    ['notInDateRange', 'not_in_date_range'],
    ['onTheDate', 'on_date'],
    ['beforeOrOnDate', 'before_or_on'],
    ['afterDate', 'after'],
    ['inThePast', 'in_past'],
    ['notInTheCurrent', 'not_in_current'],
    ['doesNotInclude', 'not_contains'],
    ['inBetween', 'between'],
    ['NOT BETWEEN', 'not_between'],
  ])('understands "%s" as %s', (spelling, name) => {
    expect(readOperator(spelling)).toMatchObject({ name });
  });

  it('understands every canonical name', () => {
    expect(OPERATOR_NAMES.map((it) => readOperator(it))).toEqual(
      OPERATOR_NAMES.map((name) => expect.objectContaining({ name })),
    );
  });

  it('names the nearest operator for a typing mistake, and none for a word of its own', () => {
    expect(readOperator('contians')).toEqual({ unknown: 'contians', nearest: 'contains' });
    expect(readOperator('betwen')).toEqual({ unknown: 'betwen', nearest: 'between' });
    expect(readOperator('resembles_closely')).toEqual({ unknown: 'resembles_closely', nearest: null });
  });
});

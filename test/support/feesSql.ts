/**
 * SQL that raises membership fees where no module can be called: in the browser's tests, of a killed server, and in
 * measurements. `given`: a query of member_id, year, level_code, amount and the columns `more` of what is owed. It
 * answers their ids.
 */
export const feesSql = (given: string, more: readonly string[] = []): string => `
  with given as (${given}),
    fee as (insert into member_fee (member_id, year, level_code) select member_id, year, level_code from given
      returning id, member_id, year)
  insert into receivable (${['id, kind, payable_id, number, organisation_id, person_id, open_key, about, amount, raised_on', ...more].join(', ')})
  select ${[
    `fee.id * 100 + 1, 'memberFee', fee.id, m.number, m.organisation_id, m.person_id, m.id || ' ' || fee.year,
      fee.year || ' 年度会费', given.amount, current_date`,
    ...more.map(name => `given.${name}`),
  ].join(', ')}
  from fee join given using (member_id, year) join member m on m.id = fee.member_id
  returning payable_id as id`

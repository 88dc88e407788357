import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { isResidentId } from '#lib/residentId.ts'
import { AT, everything, list, secrets, setUpPersonnelRegister } from '#test/setups/personnelRegister.ts'
import { site } from '#test/setups/site.ts'

setUpPersonnelRegister()

const today = dayOf(new Date())
/** Counts by plain SQL, independent of the code under test. */
const count = async (condition: string) => {
  const { rows } = await site.services.db.execute<{ n: number }>(
    sql.raw(
      `select count(*) n from certificate where register = 'personnel' and published_at is not null and ${condition}`,
    ),
  )
  return rows[0]!.n
}
const VALID = `status = 'valid' and valid_from <= '${today}' and issued_on <= '${today}' and valid_to >= '${today}'`

describe('a visitor looks through personnel certificates', () => {
  test('the newest come first, each with employer, kind, level, number and validity', async () => {
    const rows = await everything()
    expect(rows).toHaveLength(await count('true'))
    expect(rows.map(row => row.issueDate)).toEqual(
      rows
        .map(row => row.issueDate)
        .toSorted()
        .toReversed(),
    )
    for (const { certNo, validTo, issueDate } of rows) {
      expect(certNo).toMatch(/^[A-Z]{2}\d-\d{4}-\d{2}-\d{5}$/)
      expect(validTo > issueDate).toBe(true)
    }
    expect(rows.some(row => row.orgName === '')).toBe(true)
    const { memberId, orgName } = rows.find(row => row.memberId)!
    expect((await site.get('/app/publicity/member/detail', { id: memberId! })).data.orgName).toBe(orgName)
  })

  test('every status occurs, and each is found by itself', async () => {
    const statuses = ['notYet', 'expiring', 'expired', 'suspended', 'revoked', 'cancelled', 'replaced']
    for (const status of statuses) {
      const { list: rows } = await list({ status })
      expect([status, rows.length > 0]).toEqual([status, true])
      expect(new Set(rows.map(row => row.certStatus))).toEqual(new Set([status]))
    }
    const { total } = await list({ status: 'valid' })
    expect(total).toBe(await count(VALID))
  })

  test.each([
    [{ groupId: 2 }, `group_code = 'SJ'`],
    [{ kindId: 201 }, `kind_code = 'SJ1'`],
    [{ kindId: 201, level: '2' }, `kind_code = 'SJ1' and level_code = '2'`],
    [{ groupId: 1, status: 'valid' }, `group_code = 'HQ' and ${VALID}`],
    [{ status: 'expiring' }, `status = 'valid' and valid_to between '${today}' and '${addDays(today, 90)}'`],
    [{ provinceCode: '110000' }, `province_code = '110000'`],
    [{ orgName: '水处理' }, `organisation_name like '%水处理%'`],
    [{ name: '雷振邦' }, `holder_name = '雷振邦'`],
    [{ certNo: 'sj1' }, `number like 'SJ1%'`],
    [{ certNo: '00217' }, `number like '%00217'`],
  ] as [Record<string, string | number>, string][])('%j finds exactly what is recorded', async (query, condition) => {
    const expected = await count(condition)
    expect(expected).toBeGreaterThan(0)
    expect((await list(query)).total).toBe(expected)
  })

  test.each([{ groupId: 99 }, { groupId: 1, kindId: 201 }, { kindId: 801 }, { name: "'" }, { orgName: '*' }] as Record<
    string,
    string | number
  >[])('%j finds nothing, and that is no error', async query => {
    expect(await list(query)).toMatchObject({ list: [], total: 0, pages: 0 })
  })

  test.each([
    { groupId: 'x' },
    { kindId: -1 },
    { level: 'Ⅱ级' },
    { provinceCode: '32' },
    { status: 'ok' },
    { name: '长'.repeat(51) },
    { pageSize: 1000 },
  ] as Record<string, string | number>[])('%j is refused with a sentence, and named for programs', async query => {
    const { status, code, msg, data } = await site.get(`${AT}/list`, query)
    expect([status, code]).toEqual([200, 400])
    expect(msg).toMatch(/^填写有误：/)
    expect(Object.keys(data.fields)).toEqual(Object.keys(query))
  })

  test('groups, kinds and levels are listed with the number of valid certificates', async () => {
    const { data: groups } = await site.get(`${AT}/group/list`)
    expect(groups.map((group: { groupCode: string }) => group.groupCode)).toEqual('HQ SJ SC NX GL WB PS TZ'.split(' '))
    for (const { groupCode, count: told, kinds } of groups) {
      expect([groupCode, told]).toEqual([groupCode, await count(`${VALID} and group_code = '${groupCode}'`)])
      expect(kinds.reduce((sum: number, kind: { count: number }) => sum + kind.count, 0)).toBe(told)
    }
    expect(groups[1].kinds[0].levels).toContainEqual({ code: '2', name: 'Ⅱ级（电站锅炉）' })
    const state = groups.at(-1)
    expect(state.kinds).toHaveLength(3)
    expect(state).toMatchObject({ count: 0, kinds: [{ kindCode: 'TZ1', issuerName: '市场监督管理部门' }, {}, {}] })
  })
})

describe('the people of the demo', () => {
  test('are 121 with 161 certificates, some without an employer; of their colleagues none is public', async () => {
    const { rows } = await site.services.db.execute(sql`
      select is_colleague, count(*) certificates, count(distinct person_id) people,
        count(*) filter (where organisation_id is null) alone, count(published_at) shown
      from certificate, lateral (select right(number, 5)::int >= 5000 is_colleague) told
      where register = 'personnel' group by is_colleague order by is_colleague`)
    expect(rows).toMatchObject([
      { certificates: 161, people: 121 },
      { alone: 0, shown: 0 },
    ])
    expect(rows[0]!.alone).toBeGreaterThan(5)
  })

  test('have identity numbers whose check digit holds, of no county, stored sealed only', async () => {
    const { rows } = await site.services.db.execute(sql`select row_to_json(person)::text as row from person`)
    const stored = JSON.stringify(rows)
    for (const { idNumber, mobile } of await secrets()) {
      expect(isResidentId(idNumber, today)).toBe(true)
      expect(idNumber.slice(2, 6)).toBe('0000')
      expect(stored).not.toContain(idNumber)
      expect(stored).not.toContain(mobile)
    }
  })

  test('a certificate that was renewed before its end begins the day after, and is not yet valid', async () => {
    const [row] = (await list({ status: 'notYet' })).list
    const { data } = await site.get('/cert/verify', { number: row!.certNo })
    const old = await site.get('/cert/verify', { number: data.predecessors[0] })
    expect([old.data.today.certStatus, addDays(old.data.validTo, 1)]).toEqual(['expiring', data.validFrom])
  })
})

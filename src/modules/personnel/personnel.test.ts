import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { maskName } from '#lib/mask.ts'
import { isResidentId } from '#lib/residentId.ts'
import { person } from '#modules/members/server/tables.ts'
import { startApp } from '../../../test/app.ts'

const AT = '/app/publicity/person'
const today = dayOf(new Date())

type Row = {
  id: number
  name: string
  orgName: string
  kindName: string
  levelName: string
  certNo: string
  issueDate: string
  validTo: string
  certStatus: string
}

let site: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  site = await startApp({ demo: true })
})
afterAll(() => site.close())

const list = async (query: Record<string, string | number> = {}) => {
  const { code, msg, data } = await site.get(`${AT}/list`, { pageSize: 100, ...query })
  expect([code, msg]).toEqual([200, 'ok'])
  return data as { list: Row[]; total: number; pages: number }
}
const everything = async () => [...(await list()).list, ...(await list({ pageNum: 2 })).list]
/** What SQL counts, apart from the code under test. */
const count = async (condition: string) => {
  const { rows } = await site.services.db.execute<{ n: number }>(
    sql.raw(
      `select count(*) n from certificate where register = 'personnel' and published_at is not null and ${condition}`,
    ),
  )
  return rows[0]!.n
}
const secrets = async () => {
  const { db, sealer } = site.services
  const people = await db.select().from(person)
  return people.map(one => ({
    name: one.name,
    idNumber: sealer.open(one.idNumberSealed!),
    mobile: sealer.open(one.mobileSealed!),
    bornOn: one.bornOn!,
    sealed: [one.idNumberSealed!, one.idNumberHash!, one.mobileSealed!],
  }))
}
const VALID = `status = 'valid' and valid_from <= '${today}' and issued_on <= '${today}' and valid_to >= '${today}'`

describe('names and numbers of people stay theirs', () => {
  test('no open list tells a whole name, an identity number, a phone or a birthday', async () => {
    const answers = await Promise.all([
      list(),
      list({ pageNum: 2 }),
      list({ status: 'valid', provinceCode: '110000' }),
      list({ orgName: '清源' }),
      list({ name: '张伟' }),
      list({ certNo: 'HQ1' }),
      site.get(`${AT}/top30`),
      site.get(`${AT}/top30`, { groupId: 1 }),
      site.get(`${AT}/group/list`),
    ])
    const told = JSON.stringify(answers)
    for (const { name, idNumber, mobile, bornOn, sealed } of await secrets())
      for (const secret of [name, idNumber, mobile, bornOn, ...sealed])
        if (told.includes(secret)) throw new Error(`${secret} was told: ${told.slice(told.indexOf(secret) - 60)}`)
    expect(told).not.toMatch(/\d{17}[\dX]|1390000/)
  })

  test('every shown name is the mask of its holder’s', async () => {
    const { rows } = await site.services.db.execute<{ id: number; name: string }>(
      sql`select id, holder_name as name from certificate where register = 'personnel'`,
    )
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    for (const row of await everything()) expect(row.name).toBe(maskName(names.get(row.id)!))
  })

  test('who gives the exact name and the whole number sees the whole name', async () => {
    const [certNo] = await numbersOf('欧阳静远')
    const { list: rows } = await list({ name: '欧阳静远', certNo: certNo! })
    expect(rows.map(row => [row.name, row.certNo])).toEqual([['欧阳静远', certNo]])
    const typed = await list({ name: ' 歐陽靜遠 ', certNo: certNo!.toLowerCase().replaceAll('-', ' ') })
    expect(typed.list[0]!.name).toBe('欧阳静远')
  })

  test('with part of the number, or without it, the name stays masked', async () => {
    const [certNo] = await numbersOf('欧阳静远')
    const queries: Record<string, string>[] = [
      { name: '欧阳静远' },
      { certNo: certNo! },
      { name: '欧阳静远', certNo: certNo!.slice(0, -1) },
    ]
    for (const query of queries) {
      const { list: rows } = await list(query)
      expect(rows.map(row => row.certNo)).toContain(certNo)
      expect(rows.every(row => row.name.includes('*'))).toBe(true)
    }
  })

  test.each(['欧阳', '静远', '阳静', '远', 'ouyang', 'oyjy'])('part of a name, %j, finds nobody', async name => {
    expect(await list({ name })).toMatchObject({ list: [], total: 0 })
  })

  test('a wrong name with the right number finds nobody', async () => {
    const [certNo] = await numbersOf('欧阳静远')
    expect((await list({ name: '欧阳靖远', certNo: certNo! })).total).toBe(0)
  })

  test('who did not agree to be shown is shown nowhere', async () => {
    const hidden = await numbersOf('李𬭎')
    expect(hidden.length).toBeGreaterThan(0)
    const told = JSON.stringify([await everything(), (await site.get(`${AT}/top30`)).data])
    for (const certNo of hidden) {
      expect(told).not.toContain(certNo)
      expect((await list({ name: '李𬭎', certNo })).total).toBe(0)
      expect((await site.get('/cert/verify', { number: certNo })).data).toBeNull()
    }
  })

  test('what scrolls past tells a month and the end of a number only', async () => {
    const { data } = await site.get(`${AT}/top30`)
    expect(data).toHaveLength(30)
    for (const row of data) {
      expect(Object.keys(row).sort()).toEqual(
        ['certNoTail', 'id', 'issueDate', 'kindName', 'levelName', 'name', 'orgName'].sort(),
      )
      expect([row.name, row.certNoTail, row.issueDate]).toEqual([
        expect.stringMatching(/\*/),
        expect.stringMatching(/^\d{4}$/),
        expect.stringMatching(/^\d{4}-\d{2}$/),
      ])
    }
  })
})

const numbersOf = async (name: string) => {
  const { rows } = await site.services.db.execute<{ number: string }>(
    sql`select number from certificate where register = 'personnel' and holder_name = ${name} order by id`,
  )
  return rows.map(({ number }) => number)
}

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
  ] as Record<string, string | number>[])('%j is refused with a sentence that names it', async query => {
    const { status, code, msg } = await site.get(`${AT}/list`, query)
    expect([status, code]).toEqual([200, 400])
    expect(msg).toContain(Object.keys(query)[0])
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
  test('are 120 with 160 certificates, some without an employer; of their colleagues none is public', async () => {
    const { rows } = await site.services.db.execute(sql`
      select is_colleague, count(*) certificates, count(distinct person_id) people,
        count(*) filter (where organisation_id is null) alone, count(published_at) shown
      from certificate, lateral (select right(number, 5)::int >= 5000 is_colleague) told
      where register = 'personnel' group by is_colleague order by is_colleague`)
    expect(rows).toMatchObject([
      { certificates: 160, people: 120 },
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

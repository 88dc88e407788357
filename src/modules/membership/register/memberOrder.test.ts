import { asc, eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { member, memberLevel } from '../server/tables.ts'

setUpSite({ demo: true })
const staff = setUpStaff('admin')

type Query = Record<string, string | number>
type Page = { list: { id: number; memberNo: string; provinceName: string }[]; total: number; pages: number }

/** Reads all rows page by page. */
async function listed(ask: (query: Query) => Promise<{ data: Page }>, query: Query, pageSize: number) {
  const rows: Page['list'] = []
  for (let pageNum = 1; ; pageNum++) {
    const { data } = await ask({ ...query, pageNum, pageSize })
    rows.push(...data.list)
    if (pageNum >= data.pages) return { rows, total: data.total }
  }
}

test('the public register stands by level, then by who joined first, page by page', async () => {
  const { db } = site.services
  // Several on one day, and two levels of the same rank.
  await db.update(member).set({ joinedOn: '2015-05-01' }).where(sql`${member.id} % 3 = 0`)
  const rankOf = db.select({ sort: memberLevel.sort }).from(memberLevel).where(eq(memberLevel.code, 30))
  await db
    .update(memberLevel)
    .set({ sort: sql`(${rankOf})` })
    .where(inArray(memberLevel.code, [40]))
  const all = await db
    .select({
      id: member.id,
      level: member.levelCode,
      province: organisation.provinceCode,
      trades: organisation.categories,
    })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .where(sql`${member.status} = 'active' and ${member.isPublic} and ${member.joinedOn} <= ${dayOf(new Date())}`)
    .orderBy(asc(memberLevel.sort), asc(member.joinedOn), asc(member.id))
  const ways: [Query, (of: (typeof all)[number]) => boolean][] = [
    [{}, () => true],
    [{ type: 40 }, of => of.level === 40],
    [{ provinceCode: '320000' }, of => of.province === '320000'],
    [{ category: 'testing' }, of => of.trades.includes('testing')],
  ]
  for (const [query, fits] of ways) {
    const wanted = all.filter(fits)
    expect(wanted.length).toBeGreaterThan(1)
    const { rows, total } = await listed(asked => site.get('/app/publicity/member/list', asked), query, 7)
    expect(
      rows.map(({ id }) => id),
      JSON.stringify(query),
    ).toEqual(wanted.map(({ id }) => id))
    expect(total).toBe(wanted.length)
  }
})

test('a province has the companies and the persons of it, the newest first, page by page', async () => {
  const { db } = site.services
  const [one] = await db.select({ id: member.personId }).from(member).where(eq(member.kind, 'person')).limit(1)
  await db.update(person).set({ provinceCode: '320000' }).where(eq(person.id, one!.id!))
  const { rows: all } = await listed(asked => staff.get('/staff/member/list', asked), {}, 100)
  const wanted = all.filter(({ provinceName }) => provinceName === '江苏')
  const { rows, total } = await listed(asked => staff.get('/staff/member/list', asked), { provinceCode: '320000' }, 3)
  expect(rows).toEqual(wanted)
  expect(total).toBe(wanted.length)
  const persons = await staff.get('/staff/member/list', { provinceCode: '320000', kind: 'person' })
  expect(persons.data.total).toBeGreaterThan(0)
  expect(persons.data.total).toBeLessThan(total)
})

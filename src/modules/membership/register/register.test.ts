import { and, eq, isNotNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { provinces } from '#lib/provinces.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { asStaff, signInAs, staffWith } from '#test/support/make.ts'
import * as registers from '#test/support/registers.ts'
import { member } from '../server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })

const staff = setUpStaff('admin')

const today = dayOf(new Date())
type Detail = { id: number; version: number; memberNo: string; name: string; certificate: { number: string } }
const detailOf = async (id: number) => (await staff.get('/staff/member/detail', { id })).data

/** A member organisation in good standing that no other test has touched. */
const taken = new Set<number>()
async function someMember(): Promise<Detail> {
  const rows = await site.services.db
    .select()
    .from(member)
    .where(and(eq(member.status, 'active'), eq(member.levelCode, 10), isNotNull(member.certificateId)))
  const of = rows.find(({ id }) => !taken.has(id))!
  taken.add(of.id)
  return detailOf(of.id)
}
const act = (of: { id: number; version: number }, action: string, over: object = {}) =>
  staff.post('/staff/member/act', {
    id: of.id,
    version: of.version,
    action,
    effectiveOn: today,
    reason: '理事会决定',
    ...over,
  })
const check = async (number: string) => (await site.get('/cert/verify', { number })).data
const isListed = async ({ name }: { name: string }) =>
  (await site.get('/app/publicity/member/list', { orgName: name })).data.list.length > 0

describe('the register of members', () => {
  const list = async (query: object) => (await staff.get('/staff/member/list', query as never)).data

  test('has everybody who ever was one, and is narrowed by level, state, kind, province and pinyin', async () => {
    expect((await list({ pageSize: 1 })).total).toBe(await site.services.db.$count(member))
    type Row = Record<'levelCode' | 'status' | 'kind' | 'provinceName' | 'name', string>
    const ways: [object, (row: Row) => boolean][] = [
      [{ levelCode: 20 }, row => Number(row.levelCode) === 20],
      [{ status: 'withdrawn' }, row => row.status === 'withdrawn'],
      [{ kind: 'person' }, row => row.kind === 'person'],
      [{ provinceCode: '110000', kind: 'organisation' }, row => row.provinceName.startsWith('北京')],
      [{ key: 'qingyuan' }, row => row.name.includes('清源')],
      [{ key: '张伟' }, row => row.name === '张伟'],
    ]
    for (const [query, fits] of ways) {
      const { list: rows } = await list({ ...query, pageSize: 100 })
      expect(rows.length, JSON.stringify(query)).toBeGreaterThan(0)
      expect(rows.every(fits), JSON.stringify(query)).toBe(true)
    }
    const { memberNo } = await someMember()
    expect((await list({ key: memberNo.toLowerCase() })).list).toMatchObject([{ memberNo }])
  })

  test('says in its workbook what it says on the screen', async () => {
    await registers.expectSameRows(await registers.openRegister(site, '/staff/member'), {}, { feePaidYear: '未缴' })
  })

  test('is narrowed by each of its filters, to just those who fit', async () => {
    const member = await registers.openRegister(site, '/staff/member')
    const { rows } = await member.list()
    const days = rows.map((row: { cells: Record<string, string> }) => row.cells.joinedOn!).sort()
    const middle = days[Math.floor(days.length / 2)]!
    await registers.expectNarrowed(member, [
      [{ levelCode: 20 }, row => row.levelCode === 20],
      [{ kind: 'person' }, row => row.kind === 'person'],
      [{ status: 'withdrawn' }, row => row.status === 'withdrawn'],
      [{ provinceCode: '110000' }, row => row.provinceName === '北京'],
      [{ joinedFrom: middle }, row => row.joinedOn >= middle],
      [{ joinedTo: middle }, row => row.joinedOn <= middle],
      [{ key: '清源' }, row => row.name.includes('清源')],
    ])
  })

  test('is sorted by any column that can be, on the screen and in the workbook; by others it is not', async () => {
    const member = await registers.openRegister(site, '/staff/member')
    const levels = (await site.get('/app/publicity/member/type/list')).data.map((level: { type: number }) => level.type)
    await registers.expectSorted(
      member,
      {},
      {
        memberNo: registers.by(row => row.memberNo),
        name: registers.byName(row => row.name),
        levelName: registers.by(row => levels.indexOf(row.levelCode)),
        provinceName: registers.by(row => provinces.findIndex(({ short }) => short === row.provinceName)),
        joinedOn: registers.by(row => row.joinedOn),
        validTo: registers.by(row => row.validTo ?? '9999-12-31'),
        feePaidYear: registers.by(row => row.feePaidYear ?? 0),
      },
    )
    await registers.expectNoOtherSort(member, '/staff/member')
  })

  test('is for those who keep it', async () => {
    for (const [role, code] of [
      ['reviewer', 200],
      ['secretary', 200],
      ['cashier', 403],
      ['editor', 403],
    ] as const)
      expect((await (await asStaff(site, await staffWith(site, [role]))).get('/staff/member/list')).code).toBe(code)
    expect((await site.as(await signInAs(site, 'qingyuan')).get('/staff/member/list')).status).toBe(401)
  })
})

describe('a membership', () => {
  test('that is suspended leaves the public list at once, its certificate with it, and comes back with both', async () => {
    const of = await someMember()
    expect(await isListed(of)).toBe(true)
    expect((await act(of, 'suspend', { reason: '连续两年未缴会费' })).code).toBe(200)
    expect(await isListed(of)).toBe(false)
    expect(await check(of.certificate.number)).toMatchObject({ today: { certStatus: 'suspended' } })
    const suspended = await detailOf(of.id)
    expect(suspended).toMatchObject({ status: 'suspended', canDo: expect.arrayContaining(['resume', 'expel']) })
    expect(suspended.events).toMatchObject([
      { kindName: '暂停', reason: '连续两年未缴会费', before: '有效', after: '暂停' },
    ])
    expect((await act(suspended, 'resume')).code).toBe(200)
    expect(await isListed(of)).toBe(true)
    expect(await check(of.certificate.number)).toMatchObject({ today: { certStatus: 'valid' } })
  })

  test('of another level has another certificate, which replaces the old one', async () => {
    const of = await someMember()
    expect((await act(of, 'level', { levelCode: 20 })).code).toBe(200)
    const after = await detailOf(of.id)
    expect(after).toMatchObject({ levelName: '理事单位', memberNo: of.memberNo, certificate: { status: 'valid' } })
    expect(after.certificate.number).toBe(`${of.memberNo}-2`)
    expect(await check(of.certificate.number)).toMatchObject({
      today: { certStatus: 'replaced' },
      successors: [after.certificate.number],
    })
    expect(await check(after.certificate.number)).toMatchObject({ levelName: '理事单位' })
    expect((await site.get('/app/publicity/member/detail', { id: of.id })).data.typeName).toBe('理事单位')
  })

  test('of a longer term has a certificate that says so', async () => {
    const of = await someMember()
    const validTo = addDays(today, 2000)
    expect((await act(of, 'validity', { validTo })).code).toBe(200)
    const after = await detailOf(of.id)
    expect(after).toMatchObject({ validTo, certificate: { validTo } })
    expect(await check(after.certificate.number)).toMatchObject({ validTo })
  })

  test('that ended has no valid certificate, and who is taken back has a new one', async () => {
    const of = await someMember()
    await act(of, 'expel', { reason: '严重违反章程' })
    const gone = await detailOf(of.id)
    expect(gone).toMatchObject({
      status: 'expelled',
      endedOn: today,
      endReason: '严重违反章程',
      canDo: ['restore', 'hide'],
    })
    expect(await check(of.certificate.number)).toMatchObject({ today: { certStatus: 'cancelled' } })
    expect((await act(gone, 'restore')).code).toBe(200)
    const back = await detailOf(of.id)
    expect(back).toMatchObject({ status: 'active', endedOn: null, endReason: '', certificate: { status: 'valid' } })
    expect(back.certificate.number).not.toBe(of.certificate.number)
    expect(await check(of.certificate.number)).toMatchObject({ today: { certStatus: 'cancelled' } })
    expect(await isListed(of)).toBe(true)
  })

  test('that does not want to be shown is not, and keeps its certificate', async () => {
    const of = await someMember()
    await act(of, 'hide')
    expect(await isListed(of)).toBe(false)
    expect(await detailOf(of.id)).toMatchObject({
      isPublic: false,
      pageUrl: null,
      canDo: expect.arrayContaining(['show']),
    })
    expect(await check(of.certificate.number)).toMatchObject({ today: { certStatus: 'valid' } })
  })

  test('is written down with reason and author, and the member is told', async () => {
    const [qingyuan] = await site.services.db
      .select({ id: member.id })
      .from(member)
      .innerJoin(organisation, eq(organisation.id, member.organisationId))
      .where(eq(organisation.name, '北京清源锅炉清洗有限公司'))
    const of = await detailOf(qingyuan!.id)
    await act(of, 'reissue', { reason: '证书污损' })
    const { db } = site.services
    const lines = await db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'member.reissue'))
      .orderBy(auditEvent.id)
    expect(lines).toMatchObject([{ objectId: of.id, objectName: of.memberNo, detail: { reason: '证书污损' } }])
    expect(lines[0]!.after).toEqual({ certificate: `${of.memberNo}-2` })
    const told = await db.select().from(message).where(eq(message.objectId, of.id)).orderBy(message.id)
    expect(told.some(({ title, content }) => title.includes('换发证书') && content.includes('证书污损'))).toBe(true)
    expect((await detailOf(of.id)).events[0]).toMatchObject({
      kindName: '换发证书',
      actorName: expect.stringMatching(/./),
    })
  })

  test('is changed by one of two at once; the other is told by whom and when', async () => {
    const of = await someMember()
    const other = await asStaff(site, await staffWith(site, ['secretary']))
    const given = { id: of.id, version: of.version, effectiveOn: today, reason: '同时处理' }
    const answers = await Promise.all([
      staff.post('/staff/member/act', { ...given, action: 'suspend' }),
      other.post('/staff/member/act', { ...given, action: 'withdraw' }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/^已由 \S+ 于 [\d: -]+ 修改/)
    expect((await detailOf(of.id)).events).toHaveLength(1)
  })

  test('is not changed without a reason, for a day to come, or in a way that its state does not allow', async () => {
    const of = await someMember()
    expect((await act(of, 'suspend', { reason: '' })).data.fields).toHaveProperty('reason')
    expect((await act(of, 'suspend', { effectiveOn: addDays(today, 1) })).data.fields).toHaveProperty('effectiveOn')
    expect((await act(of, 'level', { levelCode: 90 })).data.fields).toHaveProperty('levelCode')
    expect((await act(of, 'level', { levelCode: 10 })).data.fields).toHaveProperty('levelCode')
    expect((await act(of, 'validity')).data.fields).toHaveProperty('validTo')
    expect(await act(of, 'resume')).toMatchObject({ code: 409, msg: '该会员现为“有效”，不能恢复' })
    expect((await detailOf(of.id)).events).toHaveLength(0)
  })
})

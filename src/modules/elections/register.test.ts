import { beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { appointment, body, post, term } from '#modules/posts/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectNoOtherSort, expectSorted, openRegister } from '#test/support/registers.ts'
import { electionVoter } from './server/tables.ts'

setUpSite({ demo: true })

const today = dayOf(new Date())
let userName: string
let staff: Awaited<ReturnType<typeof asStaff>>
type Seen = { id: number; version: number }
type Held = Awaited<ReturnType<typeof heldBody>>

/** A body one of whose posts a company holds. */
async function heldBody(code: string, name: string) {
  const { db } = site.services
  const [company] = await db.select().from(organisation).orderBy(organisation.id).limit(1)
  const fromDay = addDays(today, -1400)
  const [of] = await db.insert(body).values({ code, name, kind: 'committee' }).returning()
  const [held] = await db.insert(post).values({ bodyId: of!.id, name: '委员' }).returning()
  const [during] = await db.insert(term).values({ bodyId: of!.id, number: '第一届', fromDay }).returning()
  const who = { personName: '程远', organisationId: company!.id, fromDay }
  await db.insert(appointment).values({ bodyId: of!.id, postId: held!.id, termId: during!.id, ...who })
  return { bodyId: of!.id, postId: held!.id }
}

const save = async ({ bodyId }: Held, more: object): Promise<Seen> => {
  const days = { termEnds: addDays(today, 10), termFrom: addDays(today, 20), termNumber: '第二届' }
  const { data } = await staff.post('/staff/election/save', { bodyId, votingBodyId: bodyId, ...days, ...more })
  return data
}
const act = async (name: string, seen: Seen, more: object): Promise<Seen> => {
  const { id, version } = seen
  const answer = await staff.post(`/staff/election/${name}`, { id, version, ...more })
  expect(answer, name).toMatchObject({ code: 200 })
  return answer.data
}

let frozen: Seen
let first: Held

beforeAll(async () => {
  userName = await staffWith(site, ['secretary'])
  staff = await asStaff(site, userName)
  first = await heldBody('standards', '标准委员会')
  const drafted = await save(first, { title: '标准委员会换届', votesOn: addDays(today, 15), place: '苏州会议厅' })
  const committee = [{ name: '甲组长', duty: 'head' }]
  const ready = await act('committee', drafted, { committee })
  const open = await act('contests', ready, { contests: [{ postId: first.postId, seats: 7 }] })
  frozen = await act('freeze', open, { day: today })
  const later = { termEnds: '2041-01-06', termFrom: '2041-02-01', termNumber: '第九届' }
  await save(await heldBody('training', '培训委员会'), { title: '培训委员会换届', ...later })
  // Its committee is due in three days.
  const soon = { termEnds: addDays(today, 63), termFrom: addDays(today, 70) }
  await save(await heldBody('safety', '安全委员会'), { title: '安全委员会换届', ...soon })
  const gone = await save(await heldBody('ethics', '道德委员会'), { title: '道德委员会换届' })
  await act('cancel', gone, { reason: '延期换届' })
  expect((await staff.get('/staff/election/detail', { id: gone.id })).data).toMatchObject({
    state: 'cancelled',
    cancelReason: '延期换届',
  })
})

/** Latest day of the next step, which stands last in its column. */
const nextDayOf = (row: { cells: Record<string, string> }) => row.cells.nextDay!.match(/[\d-]{10}$/)?.[0] ?? 'never'

test('the elections are narrowed by each filter and sorted by their headings, and so is their workbook', async () => {
  const register = await openRegister(site, '/staff/election', userName)
  await expectNarrowed(register, [
    [{ key: '苏州' }, row => row.id === frozen.id],
    [{ bodyId: first.bodyId }, row => row.bodyName === '标准委员会'],
    [{ state: 'cancelled' }, row => row.state === 'cancelled'],
    [{ endsFrom: '2041-01-06' }, row => row.termEnds >= '2041-01-06'],
    [{ endsTo: '2041-01-05' }, row => row.termEnds <= '2041-01-05'],
    [{ due: 'late' }, row => nextDayOf(row) < today],
    [{ due: 'soon' }, row => nextDayOf(row) >= today && nextDayOf(row) <= addDays(today, 7)],
  ])
  await expectSorted(
    register,
    {},
    {
      title: byName(row => row.title),
      bodyName: byName(row => row.bodyName),
      termNumber: by(row => row.termNumber),
      termEnds: by(row => row.termEnds),
      votesOn: by(row => row.votesOn ?? 'later'),
      stateName: by(row => row.state),
      nextDay: by(nextDayOf),
    },
  )
  await expectNoOtherSort(register, '/staff/election')
  const { rows } = await register.list({ bodyId: first.bodyId })
  expect(rows).toMatchObject([
    { title: '标准委员会换届', termNumber: '第二届', seats: 7, voters: 1, state: 'roll', stateName: '名册公布' },
  ])
  const [line] = await register.workbook({ bodyId: first.bodyId })
  expect(line).toMatchObject({ 机构: '标准委员会', 地点: '苏州会议厅', 名额: '7', 选举人: '1', 状态: '名册公布' })
})

test('an election is changed as it was seen, until its candidates are voted on', async () => {
  const of = await heldBody('trade', '行业委员会')
  const seen = await save(of, { title: '行业委员会换届' })
  const days = { termTo: addDays(today, 1000), reportedOn: addDays(today, -3) }
  const changed = await save(of, { ...seen, title: '行业委员会换届选举', ...days })
  expect(changed).toMatchObject({ id: seen.id, version: seen.version + 1 })
  const details = []
  for (const { id } of [changed, frozen]) details.push((await staff.get('/staff/election/detail', { id })).data)
  expect(details).toMatchObject([
    { title: '行业委员会换届选举', ...days },
    { title: '标准委员会换届', termTo: null },
  ])
  expect(await staff.post('/staff/election/cancel', { ...seen, reason: '旧版本' })).toMatchObject({ code: 409 })
})

test('the roll is narrowed by each filter and sorted by its headings, of one election alone', async () => {
  const of = await heldBody('roll', '名册委员会')
  const rows = ['甲', '乙', '丙'].map((name, i) => ({
    key: `seat ${i}`,
    name: `${name}机电有限公司`,
    personName: `代表${name}`,
    postName: ['主任', '委员', '委员'][i]!,
    weight: 3 - i,
    groupCode: String(i % 2),
    groupName: ['华东组', '华北组'][i % 2]!,
    isEntitled: i !== 1,
    reason: i === 1 ? '会费未缴清' : '',
    sort: i,
  }))
  const { id } = await save(of, { title: '名册委员会换届' })
  await site.services.db.insert(electionVoter).values(rows.map(row => ({ ...row, electionId: id })))
  const register = await openRegister(
    site,
    '/staff/election',
    userName,
    '/staff/election/roll',
    '/staff/election/rollExport',
  )
  expect((await register.list({ electionId: id })).rows.map(row => row.cells.name)).toEqual(
    rows.map(({ name }) => name),
  )
  await expectNarrowed(register, [
    [{ electionId: id }, row => rows.some(({ name }) => name === row.name)],
    [{ key: '乙' }, row => /乙/.test(row.name + row.personName)],
    [{ entitled: 'no' }, row => !row.isEntitled],
    [{ group: '华东' }, row => row.groupName === '华东组'],
  ])
  await expectSorted(
    register,
    { electionId: id },
    {
      name: byName(row => row.name),
      personName: byName(row => row.personName),
      postName: by(row => row.postName),
      groupName: byName(row => row.groupName),
      weight: by(row => row.weight),
      isEntitled: by(row => Number(row.isEntitled)),
      reason: by(row => row.reason),
    },
  )
  const [line] = await register.workbook({ electionId: id, entitled: 'no' })
  expect(line).toMatchObject({ 选举权: '没有', 说明: '会费未缴清', 组: '华北组' })
})

import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { application, publicNotice } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { applied, decide, secretary, stateOf } from '#test/support/applying.ts'
import { asStaff, putFile, staffSession, staffWith } from '#test/support/make.ts'
import { bodyIdOf, everybody, onAgenda, unanimous } from '#test/support/meeting.ts'
import { partsIn } from '#test/support/workbooks.ts'

setUpSite({ demo: true })

let reviewer: Awaited<ReturnType<typeof asStaff>>
let clerk: Awaited<ReturnType<typeof secretary>>
beforeAll(async () => {
  reviewer = await asStaff(site, 'reviewer')
  clerk = await secretary(site)
  const bodyId = await bodyIdOf(site, 'council')
  MEETING = { title: '第六届理事会第三次会议', bodyId, meetsOn: '2026-12-08', place: '协会会议室' }
})

/** Ids of the items that are these applications. */
async function itemsOf(id: number, ...applicationIds: number[]): Promise<number[]> {
  const agenda = (await detail(id)).agenda as { itemId: number; applicationId: number }[]
  return applicationIds.map(wanted => agenda.find(({ applicationId }) => applicationId === wanted)!.itemId)
}

let MEETING: { title: string; bodyId: number; meetsOn: string; place: string }
const detail = async (id: number) => (await clerk.get('/staff/meeting/detail', { id })).data
const applications = (count: number) => Promise.all(Array.from({ length: count }, () => applied(site, reviewer)))

/** Planned, with these on its agenda, and held. */
async function held(ids: number[]) {
  const made = (await clerk.post('/staff/meeting/save', MEETING)).data
  const filled = (await clerk.post('/staff/meeting/items', { ...made, items: onAgenda(...ids) })).data
  return (await clerk.post('/staff/meeting/move', { ...filled, to: 'held' })).data as { id: number; version: number }
}
const opinion = '第六届理事会第三次会议通过'
/** Enough were there, and all agreed. */
const record = async (by: typeof clerk, meeting: { id: number; version: number }, more: object = {}) =>
  by.post('/staff/meeting/record', { ...meeting, opinion, ...(await everybody(by, meeting.id)), ...more })

describe('a meeting of the council', () => {
  test('decides on its agenda at once, with an exception for each that differs', async () => {
    const [a, b, c] = await applications(3)
    const made = (await clerk.post('/staff/meeting/save', MEETING)).data
    const found = (await clerk.get('/staff/meeting/candidates', { pageSize: 100 })).data.list
    expect(found.map(({ applicationId }: { applicationId: number }) => applicationId)).toEqual(
      expect.arrayContaining([a!.id, b!.id, c!.id]),
    )
    const moved = await clerk.post('/staff/meeting/save', { ...made, ...MEETING, place: '杭州' })
    expect(moved).toMatchObject({ code: 200, data: { id: made.id } })
    expect((await detail(made.id)).place).toBe('杭州')
    expect((await clerk.post('/staff/meeting/save', { ...made, ...MEETING })).code).toBe(409)
    const agenda = { ...moved.data, items: onAgenda(c!.id, a!.id, b!.id) }
    const filled = await clerk.post('/staff/meeting/items', agenda)
    const planned = await detail(made.id)
    expect(planned.agenda.map(({ applicationId }: { applicationId: number }) => applicationId)).toEqual([
      c!.id,
      a!.id,
      b!.id,
    ])
    expect((await clerk.get('/staff/meeting/candidates', { key: a!.orgName! })).data.total).toBe(0)

    const early = await clerk.post('/staff/meeting/record', { ...filled.data, opinion })
    expect([early.code, early.msg]).toEqual([409, expect.stringContaining('先标记会议已召开')])
    const met = (await clerk.post('/staff/meeting/move', { ...filled.data, to: 'held' })).data
    const frozen = await clerk.post('/staff/meeting/items', { ...met, items: [] })
    expect([frozen.code, frozen.msg]).toEqual([409, expect.stringContaining('议程不能再改')])

    const [itemA, itemB, itemC] = await itemsOf(made.id, a!.id, b!.id, c!.id)
    const votes = [...unanimous([itemA!]), { itemId: itemB, yes: 10, no: 29, abstained: 1, recused: 0 }]
    const unreasoned = { votes, exceptions: [{ itemId: itemB, outcome: 'reject' }] }
    expect((await record(clerk, met, unreasoned)).data.fields[itemB!]).toContain('理由')
    const exceptions = [
      { itemId: itemB, outcome: 'reject', reason: '不符合章程规定的条件' },
      { itemId: itemC, outcome: 'postpone', reason: '补充业绩后再议' },
    ]
    expect(await record(clerk, met, { votes, exceptions })).toMatchObject({ data: { state: 'recorded' } })
    expect(await Promise.all([a, b, c].map(one => stateOf(clerk, one!.id)))).toEqual([
      'noticed',
      'rejected',
      'deciding',
    ])
    const { data } = await a!.api.get('/member/application/detail', { id: a!.id })
    expect(data.timeline.at(-1)).toMatchObject({ actorName: '协会', opinion })
    expect((await b!.api.get('/member/message/list')).data.list[0].content).toContain('不符合章程规定的条件')
    const open = (await site.get('/app/publicity/notice/list', { pageSize: 100 })).data.list
    expect(open.map(({ title }: { title: string }) => title)).toContain(a!.orgName)

    const recorded = await detail(made.id)
    expect(recorded.announcements).toHaveLength(1)
    expect(recorded.announcements[0].title).toBe(`关于拟吸收${a!.orgName}为会员的公示`)
    expect(recorded.announcements[0].html).toContain(`<td>${a!.orgName}</td><td>拟吸收为`)
    const again = (await clerk.get('/staff/meeting/candidates', { key: c!.orgName! })).data
    expect(again.list[0].applicationId).toBe(c!.id)
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectType, 'meeting'))
      .orderBy(auditEvent.id)
    expect(lines.filter(({ objectId }) => objectId === made.id).map(({ action }) => action)).toEqual([
      'meeting.create',
      'meeting.save',
      'meeting.agenda',
      'meeting.held',
      'meeting.recorded',
    ])
  })

  test('keeps the signed minutes', async () => {
    const [only] = await applications(1)
    const userName = await staffWith(site, ['secretary'])
    const { cookie } = await staffSession(site, userName)
    const keeper = site.as({ cookie })
    const meeting = await held([only!.id])
    const form = new FormData()
    form.append('use', 'material')
    form.append('file', new File([new Uint8Array(await minutes())], '会议纪要.png'))
    const body = new Response(form)
    const upload = await site.app.inject({
      method: 'POST',
      url: '/api/file/upload',
      payload: Buffer.from(await body.arrayBuffer()),
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': body.headers.get('content-type')! },
    })
    const fileId = upload.json().data.id
    const stranger = await putFile(site, only!.token, '别人的.png')
    const stolen = await record(keeper, meeting, { fileIds: [stranger] })
    expect([stolen.code, await stateOf(clerk, only!.id)]).toEqual([400, 'deciding'])
    expect((await record(keeper, meeting, { fileIds: [fileId] })).code).toBe(200)
    expect((await detail(meeting.id)).minutes).toMatchObject([{ id: fileId, name: '会议纪要.png' }])
  })

  test('has an agenda to print and one to write on, with what it is about and what was said of it', async () => {
    const [one, other] = await applications(2)
    const meeting = await held([one!.id, other!.id])
    const get = async (format: string) =>
      site.app.inject({
        url: `/api/staff/meeting/agenda?id=${meeting.id}&format=${format}`,
        headers: { ...(await staffSession(site, 'admin')), 'sec-fetch-site': 'same-origin' },
      })
    const [pdf, docx] = [await get('pdf'), await get('docx')]
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await partsIn(docx.rawPayload)).join()).not.toContain('未提交')
    expect(decodeURIComponent(String(docx.headers['content-disposition']))).toContain('第六届理事会第三次会议议程.docx')
    const empty = (await clerk.post('/staff/meeting/save', MEETING)).data
    expect(await clerk.get('/staff/meeting/agenda', { id: empty.id })).toMatchObject({ code: 409 })
  })

  test('is found by its words, and its list leaves as a workbook', async () => {
    await clerk.post('/staff/meeting/save', {
      ...MEETING,
      title: '秘书长办公会第 9 次',
      bodyId: await bodyIdOf(site, 'secretariat'),
    })
    const { data } = await clerk.get('/staff/meeting/list', { key: '办公会第 9', state: 'planned' })
    expect(data.list).toMatchObject([{ bodyName: '秘书长办公会', stateName: '筹备中', items: 0 }])
    const sheet = await site.app.inject({
      url: '/api/staff/meeting/export?state=planned',
      headers: await staffSession(site, 'admin'),
    })
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })
})

describe('all or nothing', () => {
  test('what its recorder reviewed is told row by row, and nothing is recorded', async () => {
    const both = await asStaff(site, await staffWith(site, ['reviewer', 'secretary']))
    const [theirs, ours] = [await applied(site, reviewer), await applied(site, both)]
    const meeting = await held([theirs.id, ours.id])
    const seen = (await both.get('/staff/meeting/detail', { id: meeting.id })).data.agenda
    expect(seen.map(({ hindrance }: { hindrance: string }) => hindrance)).toEqual([
      '',
      expect.stringContaining('另一位工作人员'),
    ])
    const refused = await record(both, meeting)
    expect([refused.code, Object.keys(refused.data.fields)]).toEqual([
      409,
      (await itemsOf(meeting.id, ours.id)).map(String),
    ])
    expect([await stateOf(clerk, theirs.id), await stateOf(clerk, ours.id)]).toEqual(['deciding', 'deciding'])
    expect((await record(clerk, meeting)).code).toBe(200)
  })

  test('what has left the council meanwhile holds up the rest, and is named', async () => {
    const [stays, gone] = await applications(2)
    const meeting = await held([stays!.id, gone!.id])
    await decide(await secretary(site), gone!.id, '/staff/decision/record', '会签通过')
    const [goneItem] = await itemsOf(meeting.id, gone!.id)
    const refused = await record(clerk, meeting)
    expect(refused.data.fields).toEqual({ [goneItem!]: expect.stringContaining('公示中') })
    expect(await stateOf(clerk, stays!.id)).toBe('deciding')
    const back = (await clerk.post('/staff/meeting/move', { ...meeting, to: 'planned' })).data
    const less = (await clerk.post('/staff/meeting/items', { ...back, items: onAgenda(stays!.id) })).data
    const met = (await clerk.post('/staff/meeting/move', { ...less, to: 'held' })).data
    expect((await record(clerk, met)).code).toBe(200)
  })

  test('two who record at once: one does, the other is told who and when', async () => {
    const several = await applications(2)
    const ids = several.map(({ id }) => id)
    const meeting = await held(ids)
    const other = await secretary(site)
    const met = await everybody(clerk, meeting.id)
    const answers = await Promise.all(
      [clerk, other, clerk, other].map(by => by.post('/staff/meeting/record', { ...meeting, ...met, opinion })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409])
    for (const { code, msg } of answers) if (code === 409) expect(msg).toMatch(/已由 工作人员\d+ 于 .+ 处理：已记录/)
    const notices = await site.services.db.select().from(publicNotice).where(inArray(publicNotice.applicationId, ids))
    expect(notices).toHaveLength(2)
  })

  test('two meetings that take up the same at once: one of them', async () => {
    const [only] = await applications(1)
    const meetings = [
      await clerk.post('/staff/meeting/save', MEETING),
      await clerk.post('/staff/meeting/save', MEETING),
    ]
    const answers = await Promise.all(
      meetings.map(({ data }) => clerk.post('/staff/meeting/items', { ...data, items: onAgenda(only!.id) })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toContain('另一次会议')
  })

  test('what is no meeting’s business does not get onto an agenda', async () => {
    const [draft] = await site.services.db.select().from(application).where(eq(application.state, 'returned'))
    const meeting = (await clerk.post('/staff/meeting/save', MEETING)).data
    const refused = await clerk.post('/staff/meeting/items', { ...meeting, items: onAgenda(draft!.id) })
    expect([refused.code, refused.msg]).toEqual([409, expect.stringContaining('不在待审议状态')])
    expect((await clerk.post('/staff/meeting/items', { ...meeting, items: onAgenda(999_999) })).code).toBe(400)
  })
})

async function minutes(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
}

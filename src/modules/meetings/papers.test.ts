import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { article } from '#modules/content/server/tables.ts'
import {
  attended,
  clerk,
  counted,
  detail,
  met,
  record,
  type Staff,
  setUpMeetings,
  TITLE,
} from '#test/setups/meetings.ts'
import { site } from '#test/setups/site.ts'
import { secretary } from '#test/support/applying.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'
import { attendance, bodyIdOf, unanimous } from '#test/support/meeting.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { meeting, meetingItem } from './server/tables.ts'

setUpMeetings()

describe('after it is recorded', () => {
  test('of two who record at once with other figures one does, and the other is told; its figures stand', async () => {
    const { ids, ...of } = await met(1)
    const other = await secretary(site)
    const [one, two] = await Promise.all([
      record(of, { attendance, votes: [counted(ids[0]!, 40, 0, 0)] }),
      record(of, { attendance: attended(36), votes: [counted(ids[0]!, 30, 6, 0)] }, other),
    ])
    expect([one.code, two.code].sort()).toEqual([200, 409])
    const [won, lost] = one.code === 200 ? [40, two] : [36, one]
    expect(lost.msg).toMatch(/已由 工作人员\d+ 于 .+ 处理：已记录/)
    expect((await detail(of.id)).attendance.present).toBe(won)
  })

  test('offers who was there to the next meeting of its kind, on its screen and on the sheet to sign', async () => {
    const { ids, ...of } = await met(1)
    const names = Array.from({ length: 40 }, (_, i) => `理事${i}`)
    const attended = { ...attendance, names }
    const few = await record(of, { attendance: { ...attended, names: names.slice(1) }, votes: unanimous(ids) })
    expect(few.data.fields['attendance.names']).toContain('名单有 39 人，与实到 40 人不一致')
    expect((await record(of, { attendance: attended, votes: unanimous(ids) })).code).toBe(200)
    await site.services.db.update(meeting).set({ meetsOn: '2027-01-01' }).where(eq(meeting.id, of.id))
    const next = await met(1)
    expect((await detail(next.id)).lastAttendance).toMatchObject({ names, chair: '李晓明' })
    expect((await detail((await met(1, 'secretariat')).id)).lastAttendance?.names).not.toEqual(names)
  })

  test('leaves as a workbook, and as a resolution with quorum and votes', async () => {
    const { ids, ...of } = await met(1)
    const session = await staffSession(site, 'admin')
    const get = (url: string) => site.app.inject({ url: `/api/staff/meeting/${url}`, headers: session })
    expect((await get(`resolution?id=${of.id}`)).json()).toMatchObject({ code: 409 })
    expect((await record(of, { attendance, votes: [counted(ids[0]!, 38, 1, 1)] })).code).toBe(200)
    const { rawPayload } = await get(`export?key=${encodeURIComponent(TITLE)}&state=recorded`)
    expect(JSON.stringify(textsOf(await sheetOf(rawPayload)))).toContain('三分之二以上出席')
    expect(JSON.stringify(textsOf(await sheetOf(rawPayload, '表决')))).toContain('同意 38、反对 1、弃权 1')
    const [pdf, docx] = [await get(`resolution?id=${of.id}`), await get(`resolution?id=${of.id}&format=docx`)]
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(docx.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect(decodeURIComponent(String(docx.headers['content-disposition']))).toContain(`${TITLE}决议.docx`)
  })

  test('shows in the demo association who was there, and how they voted', async () => {
    const { list } = (
      await clerk.get('/staff/meeting/list', {
        bodyId: await bodyIdOf(site, 'awards'),
        state: 'recorded',
      })
    ).data
    const { attendance: heads, agenda, rule } = await detail(list[0].id)
    expect(heads).toMatchObject({ entitled: 21, present: 19, onLeave: 2 })
    expect(heads.names).toHaveLength(19)
    expect(agenda[0].votes.words).toMatch(/^同意 1\d、反对 \d、弃权 1$/)
    expect(rule.sentences[1]).toContain('无记名投票')
  })

  test('of old, before there were rules, it is shown as it is, and says that nobody wrote that down', async () => {
    const { ids, ...of } = await met(1)
    expect((await record(of, { attendance, votes: unanimous(ids) })).code).toBe(200)
    const nothing = { rule: null, entitled: null, present: null, onLeave: 0, chair: '', recorder: '' }
    await site.services.db.update(meeting).set(nothing).where(eq(meeting.id, of.id))
    const none = { yes: null, no: null, abstained: null, recused: null }
    await site.services.db.update(meetingItem).set(none).where(eq(meetingItem.meetingId, of.id))
    expect(await detail(of.id)).toMatchObject({
      rule: null,
      attendance: null,
      agenda: [{ votes: null, outcome: 'pass' }],
    })
    const headers = await staffSession(site, 'admin')
    const old = await site.app.inject({ url: `/api/staff/meeting/resolution?id=${of.id}`, headers })
    expect(old.headers['content-type']).toBe('application/pdf')
    const sheet = await site.app.inject({ url: '/api/staff/meeting/export?state=recorded', headers })
    expect(JSON.stringify(textsOf(await sheetOf(sheet.rawPayload)))).toContain('未记录出席与表决')
  })
})

describe('what it announces', () => {
  /** Recorded, so that something is announced. */
  async function recorded() {
    const { ids, ...of } = await met(1)
    expect((await record(of, { attendance, votes: unanimous(ids) })).code).toBe(200)
    return of
  }

  test('becomes one draft of an article, however many press at once, with links both ways', async () => {
    const { id } = await recorded()
    const writers = [await asStaff(site, 'admin'), await asStaff(site, await staffWith(site, ['secretary', 'writer']))]
    const press = (by: Staff) => by.post('/staff/meeting/article', { id, kind: 'membership' })
    const answers = await Promise.all(writers.map(press))
    expect(answers.map(({ data }) => data.isNew).sort()).toEqual([false, true])
    const [{ route }] = answers.map(({ data }) => data)
    expect(answers.map(({ data }) => data.route)).toEqual([route, route])
    expect((await press(writers[0]!)).data).toEqual({ route, isNew: false })

    const { announcements } = await detail(id, writers[0])
    expect(announcements[0].article).toEqual({ title: announcements[0].title, stateName: '草稿', route })
    const articleId = Number(route.split('/').at(-1))
    const draft = (await writers[0]!.get('/staff/article/detail', { id: articleId })).data
    expect(draft).toMatchObject({
      origin: { name: `会议：${TITLE}`, route: `/staff/meetings/${id}` },
      status: 'draft',
    })
    expect(draft.values).toMatchObject({ title: announcements[0].title, noticeEndTime: expect.any(String) })
    expect(draft.values.content).toContain('公示')
    const columns = (await writers[0]!.get('/staff/article/columns')).data as { id: number; name: string }[]
    expect(columns.find(column => column.id === draft.values.catalogId)?.name).toContain('公示公告')
    const onlyWriter = await asStaff(site, await staffWith(site, ['editor']))
    expect((await onlyWriter.get('/staff/article/detail', { id: articleId })).data.origin.route).toBe(null)

    await site.services.db.delete(article).where(eq(article.id, articleId))
    expect((await detail(id)).announcements[0].article).toBe(null)
    expect((await press(writers[0]!)).data.isNew).toBe(true)
  })

  test('becomes one in the column that is named', async () => {
    const { id } = await recorded()
    const admin = await asStaff(site, 'admin')
    const columns = (await admin.get('/staff/article/columns')).data as { id: number; name: string }[]
    const catalogId = columns.find(({ name }) => name.includes('协会动态'))!.id
    const { route } = (await admin.post('/staff/meeting/article', { id, kind: 'membership', catalogId })).data
    const draft = (await admin.get('/staff/article/detail', { id: Number(route.split('/').at(-1)) })).data
    expect(draft.values.catalogId).toBe(catalogId)
  })

  test('is made an article by who writes articles; who does not is told who does', async () => {
    const { id } = await recorded()
    const refused = await clerk.post('/staff/meeting/article', { id, kind: 'membership' })
    expect(refused).toMatchObject({
      code: 403,
      msg: expect.stringMatching(/须有“编写内容”权限，请由有权限的同事办理：.+/),
    })
    expect((await detail(id)).writers).toBe(refused.msg)
    const admin = await asStaff(site, 'admin')
    expect((await detail(id, admin)).writers).toBe('')
    expect(await admin.post('/staff/meeting/article', { id, kind: 'style' })).toMatchObject({ code: 409 })
    const { id: early } = await met(1)
    expect(await admin.post('/staff/meeting/article', { id: early, kind: 'membership' })).toMatchObject({ code: 409 })
  })
})

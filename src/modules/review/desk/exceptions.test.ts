import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { meetingRule } from '#modules/meetings/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { applied, secretary } from '#test/support/applying.ts'
import { colleagueWithPhone, openLink } from '#test/support/caseLinks.ts'
import { asStaff } from '#test/support/make.ts'
import { bodyIdOf, onAgenda } from '#test/support/meeting.ts'
import { begin, company, handIn } from '#test/support/qualifying.ts'

setUpSite({ demo: true })

type Staff = Awaited<ReturnType<typeof asStaff>>
let reviewer: Staff
let council: Staff
beforeAll(async () => {
  reviewer = await asStaff(site, 'reviewer')
  council = await secretary(site)
})

const detail = async (by: Staff, id: number) => (await by.get('/staff/review/detail', { id })).data
const decide = async (by: Staff, path: string, id: number, more: object = {}) =>
  by.post(path, { id, version: (await detail(by, id)).version, action: 'pass', ...more })
const REVIEW = '/staff/review/decide'
const RECORD = '/staff/decision/record'

describe('conditions that are not met', () => {
  let id: number
  beforeAll(async () => {
    const by = await company(site)
    id = await begin(by, { applyType: 'initial', childId: 101, levelId: 1011 })
    expect((await handIn(by, id, { levelCode: 'A' })).code).toBe(200)
  })

  test('stand apart on the page of the case, and the dialog counts them', async () => {
    const { aside } = await detail(reviewer, id)
    const conditions = aside.find((one: { isConditions?: true }) => one.isConditions)
    const unmet = conditions.facts.filter(({ isBad }: { isBad?: boolean }) => isBad)
    expect(unmet.length).toBeGreaterThan(1)
    const { data } = await reviewer.get('/staff/review/reasons', { id })
    expect(data.exceptions).toEqual(
      unmet.map(({ label, text }: { label: string; text: string }) => `${label}：${text}`),
    )
  })

  test('are passed over only with a reason, at the desk as on a phone, which stays in the steps that staff see', async () => {
    const refused = await decide(reviewer, REVIEW, id, { exceptionReason: '  ' })
    expect(refused).toMatchObject({ code: 400, data: { fields: { exceptionReason: expect.stringContaining('理由') } } })
    const { version } = await detail(reviewer, id)
    const many = await reviewer.post('/staff/review/bulk', {
      items: [{ id, version }],
      action: 'pass',
      opinion: '同意',
    })
    expect(many.data).toMatchObject([{ done: false, message: expect.stringContaining('须说明理由') }])
    const colleague = await colleagueWithPhone(site, ['reviewer'])
    await reviewer.post('/staff/review/assign', { ids: [id], assigneeId: colleague.id })
    const opened = await openLink(site, colleague)
    const acts: { code: string; exceptions: string[] }[] = (await opened.read()).data.acts
    expect(acts.map(({ code, exceptions }) => [code, exceptions.length > 1])).toEqual([
      ['pass', true],
      ['return', false],
      ['reject', false],
    ])
    expect(await opened.act('pass')).toMatchObject({
      code: 400,
      data: { fields: { exceptionReason: expect.any(String) } },
    })
    const explained = { exceptionReason: '人员证书正在换发' }
    expect((await opened.reach('pass', explained)).data).toMatchObject({ people: 1 })
    expect((await opened.act('pass', explained)).code).toBe(200)
    const { timeline } = await detail(reviewer, id)
    expect(timeline.at(-1)).toMatchObject({ exceptionReason: '人员证书正在换发' })
    expect(timeline.at(-1).exceptions.length).toBeGreaterThan(1)
    const log = await site.services.db.select().from(auditEvent).where(eq(auditEvent.objectId, id))
    expect(log.find(({ action }) => action === 'application.pass')?.detail).toMatchObject({
      exceptionReason: '人员证书正在换发',
    })
  })
})

describe('where the charter has the council vote', () => {
  test('one press of 审议通过 is refused, and the case leads to the agenda', async () => {
    const { id } = await applied(site, reviewer)
    expect((await detail(council, id)).meeting).toMatchObject({ rule: expect.stringContaining('理事会'), open: null })
    expect(await decide(council, RECORD, id, { opinion: '同意' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('没有经会议表决'),
      data: { fields: { exceptionReason: expect.any(String) } },
    })
    const planned = { title: '理事会会议', bodyId: await bodyIdOf(site, 'council'), meetsOn: '2026-12-20' }
    const { data: meeting } = await council.post('/staff/meeting/save', planned)
    await council.post('/staff/meeting/items', { id: meeting.id, version: meeting.version, items: onAgenda(id) })
    expect((await detail(council, id)).meeting.open).toEqual({ id: meeting.id, title: '理事会会议' })
  })

  test('a direct decision needs a reason, and is marked in the steps', async () => {
    const { id } = await applied(site, reviewer)
    expect((await decide(council, RECORD, id, { exceptionReason: '通讯表决，票在档案' })).code).toBe(200)
    expect((await detail(council, id)).timeline.at(-1)).toMatchObject({
      exceptions: [expect.stringContaining('没有经会议表决')],
      exceptionReason: '通讯表决，票在档案',
    })
  })

  test('a direct refusal is marked, too', async () => {
    const { id } = await applied(site, reviewer)
    const refused = { action: 'reject', opinion: '不符合章程' }
    expect((await decide(council, RECORD, id, refused)).code).toBe(200)
    expect((await detail(council, id)).timeline.at(-1)).toMatchObject({ exceptionReason: '不符合章程' })
  })

  test('nothing is asked where no meeting counts votes', async () => {
    const { db } = site.services
    const kept = await db.select().from(meetingRule)
    await db.delete(meetingRule)
    const { id } = await applied(site, reviewer)
    expect((await detail(council, id)).meeting).toBeNull()
    expect((await decide(council, RECORD, id)).code).toBe(200)
    await db.insert(meetingRule).values(kept)
  })
})

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { applyDeadlines } from '#modules/review/server/calendar.ts'
import { application } from '#modules/review/server/tables.ts'
import {
  act,
  conclude,
  cookie,
  found,
  onSite,
  PLAN,
  rectification,
  reviewer,
  setUpSiteReviews,
} from '#test/setups/qualifications/siteReviews.ts'
import { site, today } from '#test/setups/site.ts'
import { putFile } from '#test/support/make.ts'
import { type Awaiting, awaitingSite, showSite } from '#test/support/onSite.ts'
import { textOf } from '#test/support/pdfText.ts'

setUpSiteReviews()

async function rectifying() {
  const of = await onSite()
  const { data } = await conclude(of, { conclusion: 'afterRectification', nonconformities: found })
  return { ...of, version: data.version as number }
}

async function handIn(of: Awaiting) {
  const { list, version } = await rectification(of)
  const fileId = await putFile(site, of.token, '校准证书.png')
  const items = list.map((one: { id: number }) => ({ id: one.id, correction: '已送检并更换标签', fileIds: [fileId] }))
  const answer = await of.api.post('/qualification/rectify', { id: of.id, version, items, action: 'submit' })
  return { ...answer, fileId }
}

describe('putting right', () => {
  test('what was found, by when, reaches the applicant; refused once, accepted the second time, it goes on', async () => {
    const of = await rectifying()
    const { data: messages } = await of.api.get('/member/message/list')
    expect(messages.list[0].content).toContain(
      `不符合项 1（5.2 设备）：两台 pH 计已过校准有效期（整改期限 ${found[0]!.dueOn}）`,
    )
    expect(messages.list[0].route).toBe(`/admin/user/qualification/rectify/${of.id}`)
    const shown = await rectification(of)
    const { data: own } = await of.api.get('/qualification/list')
    expect(own.list).toMatchObject([{ id: of.id, canRectify: true, canPay: false }])
    expect([shown.editable, shown.deadline]).toEqual([true, found[1]!.dueOn])

    const empty = await of.api.post('/qualification/rectify', { id: of.id, items: [], action: 'submit' })
    expect(Object.keys(empty.data.fields)).toHaveLength(4)
    const { code, data, fileId } = await handIn(of)
    expect([code, data.status]).toEqual([200, 'verifying'])
    const file = await site.app.inject({ url: `/api/file/${fileId}`, headers: cookie })
    expect(file.statusCode).toBe(200)

    const { list, version } = await showSite(reviewer, of.id)
    const remark = '请补充计算依据'
    const verdicts = [
      { id: list[0].id, accepted: true },
      { id: list[1].id, accepted: false, remark },
    ]
    const noDay = await act('verify', { id: of.id, version, results: verdicts })
    expect(noDay.data.fields).toEqual({ [`nonconformity-${list[1].id}`]: expect.stringContaining('整改期限') })
    const dueOn = addDays(today, 10)
    const back = await act('verify', { id: of.id, version, results: [verdicts[0], { ...verdicts[1], dueOn }] })
    expect(back.data.status).toBe('rectifying')
    const listed = async () => (await reviewer.get('/staff/qualification/site/list', { key: of.number })).data.list
    expect(await listed()).toMatchObject([{ nonconformities: 2, accepted: 1, overdue: false }])
    const second = await rectification(of)
    expect(second).toMatchObject({ deadline: dueOn })
    expect(second.list).toMatchObject([
      { result: 'accepted', editable: false },
      { result: 'refused', remark, dueOn, editable: true },
    ])
    expect((await handIn(of)).data.status).toBe('verifying')
    const { data: whole } = await of.api.get('/qualification/detail', { id: of.id })
    const { plannedOn: date, ...plan } = PLAN
    expect(whole.review).toMatchObject({
      date,
      ...plan,
      experts: [
        { name: '沈怀瑾', roleName: '组长' },
        { name: '苏晴', roleName: '组员' },
      ],
      conclusion: 'afterRectification',
      conclusionName: '整改后推荐',
    })
    expect(whole.review.nonconformities).toMatchObject([
      {
        id: list[0].id,
        place: 1,
        ...found[0],
        correction: '已送检并更换标签',
        result: 'accepted',
        resultName: '已通过',
      },
      { id: list[1].id, place: 2, ...found[1], dueOn, files: [{ name: '校准证书.png' }], remark },
    ])
    const again = await showSite(reviewer, of.id)
    const results = [{ id: list[1].id, accepted: true }]
    const passed = await act('verify', { id: of.id, version: again.version, results })
    expect(passed.data.status).toBe('deciding')
    expect((await showSite(reviewer, of.id)).list.map((one: { result: string }) => one.result)).toEqual([
      'accepted',
      'accepted',
    ])
    // A submission without a form must not count as a round of the form, nor hide one.
    expect((await reviewer.get('/staff/review/detail', { id: of.id })).code).toBe(200)
  })

  test('is nobody else’s, and an older draft does not go over a newer one', async () => {
    const of = await rectifying()
    const stranger = await awaitingSite(site)
    expect((await stranger.api.get('/qualification/rectification', { id: of.id })).code).toBe(404)
    const [one] = (await rectification(of)).list
    expect((await of.api.get('/qualification/rectification', { id: 999_999 })).code).toBe(404)
    const save = (version: number, correction: string) => {
      const items = [{ id: one.id, correction, fileIds: [] }]
      return of.api.post('/qualification/rectify', { id: of.id, version, items, action: 'save' })
    }
    expect((await save(of.version, '第一稿')).code).toBe(200)
    expect((await save(of.version, '另一处的第一稿')).code).toBe(409)
    expect((await rectification(of)).list[0].correction).toBe('第一稿')
    const foreign = await putFile(site, stranger.token, '别人的.png')
    const items = [{ id: one.id, correction: '', fileIds: [foreign] }]
    expect((await of.api.post('/qualification/rectify', { id: of.id, items, action: 'save' })).code).toBe(400)
  })

  test('that is not handed in by its day ends the application', async () => {
    const of = await rectifying()
    const night = (day: string) => applyDeadlines(site.ctx(new Date(`${day}T00:10:00+08:00`)))
    const stateOf = async () =>
      (await site.services.db.select().from(application).where(eq(application.id, of.id)))[0]!.state
    await night(found[1]!.dueOn)
    expect(await stateOf()).toBe('rectifying')
    await night(addDays(found[1]!.dueOn, 1))
    expect(await stateOf()).toBe('expired')
    expect((await handIn(of)).code).toBe(409)
  })
})

test('what stands too long is overdue; ended on the day, the review is closed as it was read', async () => {
  const of = await onSite()
  const stateSince = new Date('2026-01-05T09:00:00+08:00')
  await site.services.db.update(application).set({ stateSince }).where(eq(application.id, of.id))
  expect((await showSite(reviewer, of.id)).overdue).toBe(true)
  const { list } = (await reviewer.get('/staff/qualification/site/list', { key: of.number })).data
  expect(list).toMatchObject([{ id: of.id, overdue: true }])
  const { data } = await act('reject', { id: of.id, version: of.version, reason: '申请人拒绝接受评审' })
  expect(data).toMatchObject({ status: 'rejected', version: of.version + 1 })
})

test('the association may end it at any point, with a reason', async () => {
  const { id } = await awaitingSite(site)
  expect((await act('reject', { id, version: 0, reason: '' })).code).toBe(400)
  expect((await act('reject', { id, version: 0, reason: '申请人书面拒绝接受评审' })).data.status).toBe('rejected')
})

describe('the printed record', () => {
  const read = async (id: number) => {
    const url = `/api/staff/qualification/site/sheet?id=${id}`
    const response = await site.app.inject({ url, headers: { ...cookie, 'sec-fetch-site': 'same-origin' } })
    expect(response.headers['content-type']).toBe('application/pdf')
    return textOf(response.rawPayload)
  }

  test('is blank before: task, group with employers and declaration, checklist, room for what is found', async () => {
    const of = await onSite()
    const text = await read(of.id)
    for (const part of [of.orgName, of.creditCode, '沈怀瑾', '京畿理工大学', '无冲突', '回避声明', '首次申请'])
      expect(text).toContain(part)
    expect(text).toContain('□符合□基本符合□不符合□不适用')
    expect(text).toContain('□推荐□整改后推荐□不推荐')
    expect(text).not.toContain('■')
  })

  test('is filled in after: results, what was found, the conclusion', async () => {
    const of = await rectifying()
    const text = await read(of.id)
    for (const part of ['■符合', '两台pH计已过校准有效期', found[0]!.dueOn, '■整改后推荐', '体系运行有效'])
      expect(text).toContain(part)
  })

  test('there is none before the review is arranged', async () => {
    const { id } = await awaitingSite(site)
    expect((await reviewer.get('/staff/qualification/site/sheet', { id })).code).toBe(409)
  })
})

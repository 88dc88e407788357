import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { meeting } from '#modules/meetings/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, signUp, staffSession, staffWith } from '#test/support/make.ts'
import { appointment, body, post, term } from './server/tables.ts'
import { remindOfTerms } from './server/termReminders.ts'

setUpSite({ demo: true })

const today = dayOf(new Date())
let secretary: Awaited<ReturnType<typeof asStaff>>
let serial = 0
beforeAll(async () => {
  secretary = await asStaff(site, await staffWith(site, ['secretary']))
})

/** A body with a post that comes with a letter, held by this login until its term ends. */
async function held(more: { endsIn?: number; remindDays?: number; hasLetter?: boolean } = {}) {
  const { endsIn = 300, remindDays, hasLetter = true } = more
  const { db } = site.services
  const holder = await signUp(site, { accountType: 'person', realName: '程远' })
  const n = ++serial
  const [of] = await db
    .insert(body)
    .values({ code: `letters${n}`, name: `咨询委员会${n}`, kind: 'committee', remindDays })
    .returning()
  const [during] = await db
    .insert(term)
    .values({ bodyId: of!.id, number: '第一届', fromDay: addDays(today, -30), toDay: addDays(today, endsIn) })
    .returning()
  const [seat] = await db.insert(post).values({ bodyId: of!.id, name: '主任委员', hasLetter }).returning()
  const [held] = await db
    .insert(appointment)
    .values({
      bodyId: of!.id,
      postId: seat!.id,
      termId: during!.id,
      personName: `程远${n}`,
      organisationName: '示例机电有限公司',
      accountId: holder.accountId,
      fromDay: addDays(today, -30),
      decision: '第六届理事会第三次会议',
    })
    .returning()
  return { id: held!.id, bodyId: of!.id, termId: during!.id, holder, name: `程远${n}` }
}

const issue = async (...ids: number[]) => (await secretary.post('/staff/appointment/letter/issue', { ids })).data
const detail = async (id: number) => (await secretary.get('/staff/appointment/detail', { id })).data
const letterOf = async (number: string) =>
  (await site.services.db.select().from(certificate).where(eq(certificate.number, number)))[0]!
const messagesTo = async (accountId: number) =>
  (await site.services.db.select().from(message).where(eq(message.accountId, accountId))).map(({ title }) => title)
const job = (now = new Date()) =>
  remindOfTerms({ ...site.services, now, actor: { kind: 'anonymous' }, address: '', headers: {} } as never)
const due = async (bodyId: number) =>
  (await secretary.get('/staff/appointment/list', { bodyId, letter: 'due' })).data.total as number

describe('a letter of appointment', () => {
  test('is due when the appointment begins, is issued once with number and check, and told to the holder', async () => {
    const { id, bodyId, holder, name } = await held()
    expect(await due(bodyId)).toBe(1)
    const [made] = await issue(id)
    expect(made).toMatchObject({ done: true, message: expect.stringMatching(/已签发 .*-PR-LETTERS\d+-\d{4}-0001/) })
    expect(await due(bodyId)).toBe(0)
    expect((await issue(id))[0]).toMatchObject({ done: false, message: expect.stringContaining('已有有效的聘书') })
    const { letter } = await detail(id)
    expect(letter).toMatchObject({ isValid: true })
    expect(await messagesTo(holder.accountId)).toContainEqual(expect.stringContaining('聘书已签发'))
    const { token, holderName, levelName, validTo } = await letterOf(letter.number)
    expect([holderName, levelName, validTo]).toEqual([name, '主任委员', addDays(today, 300)])
    const checked = await site.get('/cert/verify', { token })
    expect(JSON.stringify(checked.data)).toContain(letter.number)
    const mine = (await holder.api.get('/member/seats')).data
    expect(mine).toMatchObject({ mayHandOver: false, seats: [{ id, letterNumber: letter.number }] })
    const own = await site.app.inject({ url: `/api/member/seat/letter?id=${id}`, headers: { token: holder.token } })
    expect(own.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const stranger = await signUp(site, { accountType: 'person', realName: '路人' })
    const theirs = await site.app.inject({
      url: `/api/member/seat/letter?id=${id}`,
      headers: { token: stranger.token },
    })
    expect(theirs.json().code).toBe(404)
  })

  test('is one, however many press at once; many are issued and taken along together', async () => {
    const [one, other, none] = [await held(), await held(), await held({ hasLetter: false })]
    const answers = await Promise.all([issue(one.id), issue(one.id), issue(one.id)])
    expect(answers.flat().filter(({ done }: { done: boolean }) => done)).toHaveLength(1)
    const many = await issue(one.id, other.id, none.id)
    expect(many.map(({ done }: { done: boolean }) => done)).toEqual([false, true, false])
    expect(many[2].message).toContain('不发聘书')
    const zip = await site.app.inject({
      url: `/api/staff/appointment/letter/files?ids=${one.id},${other.id},${none.id}`,
      headers: await staffSession(site, 'admin'),
    })
    expect(zip.headers['content-type']).toBe('application/zip')
    expect(zip.rawPayload.toString('latin1').match(/%PDF-/g)).toHaveLength(2)
  })

  test('is replaced when the register says something else, withdrawn when it was wrong, and over when the holder goes', async () => {
    const { id } = await held()
    await issue(id)
    const first = (await detail(id)).letter.number
    const of = await detail(id)
    await secretary.post('/staff/appointment/save', { id, version: of.version, form: { personName: '程远之' } })
    expect((await issue(id))[0].message).toContain(`替代 ${first}`)
    expect((await letterOf(first)).status).toBe('replaced')
    const second = (await detail(id)).letter.number
    expect((await secretary.post('/staff/appointment/letter/withdraw', { id, reason: '印错' })).code).toBe(200)
    expect((await letterOf(second)).status).toBe('revoked')
    await issue(id)
    const third = (await detail(id)).letter.number
    const ending = { toDay: addDays(today, -1), reason: '调任' }
    const ended = await secretary.post('/staff/appointment/end', { id, version: (await detail(id)).version, ...ending })
    expect(ended.code, ended.msg).toBe(200)
    expect((await letterOf(third)).status).toBe('cancelled')
    expect((await issue(id))[0].message).toContain('任职已结束')
  })
})

describe('before a term ends', () => {
  test('holders are reminded once, as many days before as the body says; a term that is prolonged is reminded of again', async () => {
    const [soon, later, never] = [
      await held({ endsIn: 20, remindDays: 30 }),
      await held({ endsIn: 60, remindDays: 30 }),
      await held({ endsIn: 5 }),
    ]
    const { db } = site.services
    await job()
    await job()
    const told = async ({ holder }: typeof soon) =>
      (await messagesTo(holder.accountId)).filter(title => title.includes('即将届满')).length
    expect([await told(soon), await told(later), await told(never)]).toEqual([1, 0, 0])
    const { list } = (await secretary.get('/staff/appointment/list', { ending: 'yes', pageSize: 100 })).data
    const ids = list.map(({ id }: { id: number }) => id)
    expect([ids.includes(soon.id), ids.includes(later.id), ids.includes(never.id)]).toEqual([true, false, false])
    await db
      .update(term)
      .set({ toDay: addDays(today, 25) })
      .where(eq(term.id, soon.termId))
    await job()
    expect(await told(soon)).toBe(2)
  })

  test('a letter whose appointment ends in some days is cancelled when they have passed', async () => {
    const { id } = await held()
    await issue(id)
    const { letter, version } = await detail(id)
    await secretary.post('/staff/appointment/end', { id, version, toDay: today, reason: '调任' })
    await job()
    expect((await letterOf(letter.number)).status).toBe('valid')
    await job(new Date(Date.now() + 86_400_000))
    expect((await letterOf(letter.number)).status).toBe('cancelled')
  })
})

test('a body does not end while the notice of its meeting is out', async () => {
  const { bodyId, id } = await held()
  const { version } = await detail(id)
  await secretary.post('/staff/appointment/end', { id, version, toDay: addDays(today, -1), reason: '机构撤销' })
  const { db } = site.services
  const about = { title: '最后一次会议', bodyId, meetsOn: addDays(today, 5), actorName: '秘书', noticeAt: new Date() }
  const [of] = await db.insert(meeting).values(about).returning()
  const end = async () => {
    const { list } = (await secretary.get('/staff/record/list', { type: 'body' })).data
    const row = list.find((one: { id: number }) => one.id === bodyId)
    const form = { ...row.values, isEnded: 'yes' }
    return secretary.post('/staff/record/save', { type: 'body', id: bodyId, version: row.version, form })
  }
  expect((await end()).data.fields.isEnded).toContain('已发出“最后一次会议”的通知')
  await db.update(meeting).set({ state: 'adjourned' }).where(eq(meeting.id, of!.id))
  expect((await end()).code).toBe(200)
})

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { account, attempt } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import {
  bodyOf,
  clerk,
  type Holder,
  holders,
  messagesTo,
  planned,
  recorded,
  setUpSeats,
} from '#test/setups/meetingSeats.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, codeSentTo, signUp, staffSession, staffWith } from '#test/support/make.ts'
import { partsIn } from '#test/support/workbooks.ts'

setUpSeats()

type Recorder = { by: Awaited<ReturnType<typeof asStaff>>; name: string; userName: string }

async function recorder(): Promise<Recorder> {
  const userName = await staffWith(site, ['secretary'])
  const [own] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  return { by: await asStaff(site, userName), name: own!.displayName, userName }
}

const stateOf = async (id: number) => (await clerk.get('/staff/meeting/minutes', { id })).data
const current = async (id: number) => (await stateOf(id)).versions[0]
const act = (path: string, given: object) => clerk.post(`/staff/meeting/minutes/${path}`, given)
const seen = async (id: number) => {
  const { minutesId, version } = await current(id)
  return { minutesId, version }
}
const own = async (by: Holder, id: number) => (await by.api.get('/meeting/minutes', { id })).data

async function codeOf({ api, phone }: Holder): Promise<string> {
  await site.services.db.delete(attempt)
  await api.post('/member/getCode', { scene: 'signMinutes' })
  return codeSentTo(site, phone)
}

describe('minutes', () => {
  test('are drafted from the records, corrected by who was there, signed by chair and recorder, and then stay as they are', async () => {
    const [people, by] = [await holders(4), await recorder()]
    const { id, itemId, seats } = await recorded(people, by.name)
    const drafted = await act('draft', { id })
    expect(drafted.code, drafted.msg).toBe(200)
    const draft = await current(id)
    const facts = draft.content.facts.join('\n')
    expect(facts).toContain('应到 4 人，实到 3 人')
    expect(facts).toContain(`现场出席（2）：${seats[0]!.personName}（单位0）、${seats[1]!.personName}（单位1）。`)
    expect(facts).toContain(`委托（1）：${seats[2]!.personName}（单位2）委托${seats[0]!.personName}（单位0）。`)
    expect(facts).toContain(`请假（1）：${seats[3]!.personName}（单位3）。`)
    expect(draft.content.items[0].facts.join()).toContain('表决：同意 2、反对 0、弃权 0、回避 1。')
    const text = { opening: '会议由主持人宣布开始。', items: [{ itemId, text: '与会者讨论了报告。' }], closing: '' }
    expect((await act('save', { ...(await seen(id)), ...text })).code).toBe(200)
    expect((await act('save', { minutesId: draft.minutesId, version: draft.version, ...text })).code).toBe(409)

    const sent = await act('circulate', await seen(id))
    expect(sent.data).toMatchObject({ told: 2 })
    expect((await messagesTo(people[0]!)).at(-1)!.title).toContain('请核对会议纪要')
    expect((await own(people[2]!, id)).versions).toEqual([])
    const [asked] = (await own(people[0]!, id)).versions
    expect(asked.content.items[0].text).toBe('与会者讨论了报告。')
    const answer = (from: Holder, replyId: number, correction = '') =>
      from.api.post('/meeting/minutes/reply', { replyId, correction })
    expect((await answer(people[1]!, asked.answers[0].replyId)).code).toBe(403)
    await answer(people[0]!, asked.answers[0].replyId)
    const [theirs] = (await own(people[1]!, id)).versions[0].answers
    await answer(people[1]!, theirs.replyId, '应写明分两年实施')
    expect((await stateOf(id)).hindrance).toBe('还有 1 条更正意见没有答复')
    expect((await act('toSign', await seen(id))).msg).toBe('还有 1 条更正意见没有答复')
    const verdict = { replyId: theirs.replyId, verdict: 'accepted', text: '在第一项补写' }
    expect((await act('answer', verdict)).code).toBe(200)
    expect((await messagesTo(people[1]!)).at(-1)!.title).toContain('已采纳')
    expect((await act('toSign', await seen(id))).msg).toContain('另起一稿')

    expect((await act('draft', { id })).data.fields).toHaveProperty('reason')
    expect((await act('draft', { id, reason: '采纳更正' })).code).toBe(200)
    const second = await current(id)
    expect(second).toMatchObject({ number: 2, state: 'draft', content: { opening: '会议由主持人宣布开始。' } })
    await act('save', {
      ...(await seen(id)),
      ...text,
      items: [{ itemId, text: '与会者讨论了报告，分两年实施。' }],
    })
    expect((await act('toSign', await seen(id))).code).toBe(200)
    const toSign = (await own(people[0]!, id)).versions[0]
    expect(toSign.asked.statement).toContain('以本人名义签署')
    expect((await own(people[1]!, id)).versions[0].number).toBe(1)
    const code = await codeOf(people[0]!)
    const sign = (digest: string) =>
      people[0]!.api.post('/meeting/minutes/sign', { minutesId: toSign.minutesId, digest, code })
    expect((await sign('0'.repeat(64))).msg).toContain('有改动')
    const signed = await sign(toSign.asked.digest)
    expect(signed.code, signed.msg).toBe(200)
    const mine = { minutesId: toSign.minutesId, digest: toSign.asked.digest }
    expect((await clerk.post('/staff/meeting/minutes/sign', mine)).code).toBe(403)
    const last = await by.by.post('/staff/meeting/minutes/sign', mine)
    expect(last.code, last.msg).toBe(200)
    expect(await current(id)).toMatchObject({ state: 'signed', signatures: [{ role: 'chair' }, { role: 'recorder' }] })
    const { version } = (await clerk.get('/staff/meeting/detail', { id })).data
    const reopened = await clerk.post('/staff/meeting/reopen', { id, version, reason: '记错了票数' })
    expect(reopened).toMatchObject({ code: 409, msg: expect.stringContaining('第 2 稿已签署') })

    const download = async (from: { token: string }) =>
      site.app.inject({ url: `/api/meeting/minutes/file?minutesId=${mine.minutesId}`, headers: { token: from.token } })
    const [once, again] = [await download(people[0]!), await download(people[1]!)]
    expect(once.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(again.rawPayload.equals(once.rawPayload)).toBe(true)
    const stranger = await signUp(site, { accountType: 'person', realName: '路人' })
    expect((await download(stranger)).json().code).toBe(404)
    expect((await act('save', { ...(await seen(id)), ...text })).code).toBe(409)

    expect((await act('draft', { id, reason: '金额写错' })).code).toBe(200)
    expect((await stateOf(id)).versions.map(({ state }: { state: string }) => state)).toEqual([
      'draft',
      'signed',
      'replaced',
    ])
    const word = await site.app.inject({
      url: `/api/staff/meeting/minutes/file?minutesId=${(await current(id)).minutesId}&format=docx`,
      headers: await staffSession(site, by.userName),
    })
    const words = (await partsIn(word.rawPayload)).join()
    expect(words).toContain('签署的第 2 稿。更正的原因：金额写错')
    expect((await download(people[0]!)).rawPayload.equals(once.rawPayload)).toBe(true)
    const lines = await site.services.db.select().from(auditEvent).where(eq(auditEvent.objectId, id))
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['meeting.minutesDraft', 'meeting.minutesCirculate', 'meeting.minutesSigned']),
    )
  })

  test('of two who sign at the same moment both signatures count, and one paper is made', async () => {
    const [people, by] = [await holders(4), await recorder()]
    const { id } = await recorded(people, by.name)
    await act('draft', { id })
    expect((await act('toSign', await seen(id))).code).toBe(200)
    const [{ minutesId, asked }] = (await own(people[0]!, id)).versions
    const given = { minutesId, digest: asked.digest }
    const code = await codeOf(people[0]!)
    const both = await Promise.all([
      people[0]!.api.post('/meeting/minutes/sign', { ...given, code }),
      by.by.post('/staff/meeting/minutes/sign', given),
    ])
    expect(both.map(({ code }) => code)).toEqual([200, 200])
    expect(await current(id)).toMatchObject({ state: 'signed', signatures: [{ signedAt: expect.any(String) }, {}] })
    const lines = await site.services.db.select().from(auditEvent).where(eq(auditEvent.objectId, id))
    expect(lines.filter(({ action }) => action === 'meeting.minutesSigned')).toHaveLength(1)
  })

  test('are signed on paper where chair or recorder has no login, and before a record there are none', async () => {
    const people = await holders(4)
    const open = await planned(await bodyOf(people))
    expect((await act('draft', { id: open.id })).msg).toContain('记录审议结果或休会以后')
    const { id } = await recorded(people, '没有账号的人')
    await act('draft', { id })
    const { canDo, signatories } = await stateOf(id)
    expect(canDo).toEqual(['circulate', 'scan'])
    expect(signatories[1]).toMatchObject({ name: '没有账号的人', isKnown: false })
    expect((await act('toSign', await seen(id))).msg).toContain('请在纸上签名后上传扫描件')
  })
})

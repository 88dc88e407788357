import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { sendDue } from '#lib/server/outbox/send.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { boundTo, setUpWechat, site, standIn } from '#test/setups/wechat/service.ts'
import { draftOf } from '#test/support/balloting.ts'
import { advanceTime, codeSentTo, newPhone } from '#test/support/make.ts'
import type { Follower } from '../../../stand-ins/wechat/follower.ts'
import type { Question } from './protocol/question.ts'
import { createBallot, type NewVoter, writeRoll } from './server/drafting.ts'
import { giveToken, openBallot } from './server/opening.ts'
import { ballotVoter } from './server/tables.ts'

setUpWechat({ demo: true })

let wang: Follower
let member: Awaited<ReturnType<typeof boundTo>>
beforeAll(async () => {
  wang = (await standIn.played()).followers[0]!
  member = await boundTo(wang)
})
const setTemplates = (templates: string) => writeSetting(site.ctx(), 'wechat', { templates })

/** Opens a ballot that asks for a code; answers a token of its only voter, who may have been told of it by WeChat. */
async function tokenOf(voter: Partial<NewVoter>, mobile: string) {
  const { opensAt, closesAt, questions, ...draft } = draftOf({ asksCode: true })
  return inTransaction(site.ctx(), async tx => {
    const of = await createBallot(tx, {
      ...draft,
      secrecy: 'named',
      means: ['online'],
      questions: questions as Question[],
      opensAt: new Date(opensAt),
      closesAt: new Date(closesAt),
    })
    await openBallot(tx, await writeRoll(tx, of, [{ key: 'one', name: '程晓明', mobile, ...voter }]))
    const [onRoll] = await tx.db.select().from(ballotVoter).where(eq(ballotVoter.ballotId, of.id))
    return giveToken(tx, onRoll!)
  })
}
const code = (token: string, by?: string) => site.post('/ballot/code', { token, by })
const prove = (token: string, code: string) => site.post('/ballot/prove', { token, code })

describe('the code of a voter', () => {
  test('comes by the WeChat that is bound to their account, and opens the ballot once', async () => {
    await setTemplates('系统通知 TMsystem thing1=标题 thing3=内容')
    const token = await tokenOf({ accountId: member.accountId }, member.phone)
    expect((await site.post('/ballot/enter', { token })).data).toMatchObject({
      codeByWechat: true,
      codeTo: expect.stringContaining('****'),
      pass: null,
    })
    // Their phone had a code a moment ago, to bind the WeChat.
    expect(await code(token, 'wechat')).toMatchObject({ code: 429 })
    await advanceTime(site, 2)
    expect((await code(token, 'wechat')).code).toBe(200)
    await sendDue(site.services, new Date())
    const message = (await standIn.played()).sent.at(-1)!
    expect(message).toMatchObject({ openid: wang.openid, templateId: 'TMsystem' })
    const [sent] = message.data.thing3!.value.match(/\d{6}/)!
    // Nobody reads it in the database.
    const [row] = await site.services.db
      .select()
      .from(outbox)
      .where(eq(outbox.channel, 'wechat'))
      .orderBy(desc(outbox.id))
    expect(JSON.stringify(row)).not.toContain(sent)
    expect(await prove(token, sent === '000000' ? '000001' : '000000')).toMatchObject({ code: 400 })
    expect((await prove(token, sent)).data.pass).toBeTruthy()
    expect(await prove(token, sent)).toMatchObject({ code: 409 })
  })

  test('has the limits of codes by text, both ways together, and one by text voids one by WeChat', async () => {
    await setTemplates('系统通知 TMsystem thing1=标题 thing3=内容')
    await advanceTime(site, 70)
    const token = await tokenOf({ accountId: member.accountId }, member.phone)
    expect((await code(token, 'wechat')).code).toBe(200)
    expect(await code(token, 'sms')).toMatchObject({ code: 429 })
    await sendDue(site.services, new Date())
    const [byWechat] = (await standIn.played()).sent.at(-1)!.data.thing3!.value.match(/\d{6}/)!
    await advanceTime(site, 2)
    expect((await code(token, 'sms')).code).toBe(200)
    const byText = await codeSentTo(site, member.phone)
    if (byText !== byWechat) expect(await prove(token, byWechat)).toMatchObject({ code: 400 })
    expect((await prove(token, byText)).code).toBe(200)
  })

  test('goes by text alone where no WeChat is bound, none follows, or no template shows it whole', async () => {
    await setTemplates('系统通知 TMsystem thing1=标题 thing3=内容')
    const mobile = newPhone()
    const unbound = await tokenOf({}, mobile)
    expect((await site.post('/ballot/enter', { token: unbound })).data.codeByWechat).toBe(false)
    expect(await code(unbound, 'wechat')).toMatchObject({ code: 409, msg: expect.stringContaining('请用短信') })
    expect((await code(unbound)).code).toBe(200)
    const token = await tokenOf({ accountId: member.accountId }, member.phone)
    const isOffered = async () => (await site.post('/ballot/enter', { token })).data.codeByWechat
    for (const templates of ['', '系统通知 TMsystem thing1=标题', '系统通知 TMsystem phrase3=内容']) {
      await setTemplates(templates)
      expect(await isOffered(), templates).toBe(false)
    }
    await setTemplates('系统通知 TMsystem thing3=内容')
    expect(await isOffered()).toBe(true)
    await standIn.act(wang, 'unsubscribe')
    expect(await isOffered()).toBe(false)
    await standIn.act(wang, 'subscribe')
  })
})

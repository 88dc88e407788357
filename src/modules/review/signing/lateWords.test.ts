import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { allowance } from '#lib/server/limits/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { clerkOf } from '#test/setups/clerks.ts'
import { allow, type Company, confirmationState, handInNow, prepared } from '#test/setups/membership/confirming.ts'
import {
  atService,
  begin,
  begun,
  flowsOf,
  serviceAnswers,
  setUpSigning,
  tell,
  wordOf,
} from '#test/setups/membership/signing.ts'
import { site } from '#test/setups/site.ts'
import { advanceDueFlows, advanceFlow } from './server/flowProgress.ts'
import { signingFlow } from './server/tables.ts'

setUpSigning()
beforeAll(async () => {
  expect((await allow(['provider', 'paper'])).code).toBe(200)
})

const DAY = 86_400_000
const signing = async (of: Company) => (await confirmationState(of)).signing
const ask = ({ api, id }: Pick<Company, 'api' | 'id'>) => api.post('/member/application/sign/ask', { id })
/** A flow that waits at the service. */
async function waiting() {
  const company = await prepared()
  const number = await begun(company)
  return { company, number, flow: (await flowsOf(company)).at(-1)! }
}

describe('a company that comes back before the service has told', () => {
  test('asks, and is told what the service says; a clerk asks in vain', async () => {
    const { company, number } = await waiting()
    expect((await ask(company)).data).toEqual({ state: 'signing', stateName: '等待签章' })
    await atService(number, 'sign')
    expect(await signing(company)).toMatchObject({ state: 'signing' })
    expect(await ask({ ...company, api: (await clerkOf(company, ['all'])).api })).toMatchObject({ code: 403 })
    expect((await ask(company)).data).toEqual({ state: 'kept', stateName: '已电子签章' })
    expect((await ask(company)).data).toEqual({ state: 'kept', stateName: '已电子签章' })
    expect(await flowsOf(company)).toHaveLength(1)
  })

  test('is told where the service is silent, and where nothing was sent there', async () => {
    const { company } = await waiting()
    await serviceAnswers(false)
    expect(await ask(company)).toMatchObject({ code: 409, msg: '电子签章服务没有应答，稍后自动再问' })
    await serviceAnswers(true)
    expect((await ask(company)).data).toEqual({ state: 'signing', stateName: '等待签章' })
    expect(await signing(company)).toMatchObject({ problem: '' })
    expect(await ask(await prepared())).toMatchObject({ code: 404, msg: '这份申请没有送签' })
  })

  test('asks no more than twenty times a minute', async () => {
    const { company } = await waiting()
    const codes = (await Promise.all(Array.from({ length: 40 }, () => ask(company)))).map(({ code }) => code)
    expect(codes.filter(code => code === 200).length).toBeGreaterThanOrEqual(20)
    expect(codes).toContain(429)
  })
})

test('told twice and asked for at the same moment it is kept once', async () => {
  const { company, number, flow } = await waiting()
  await atService(number, 'sign')
  const word = await wordOf(number)
  await Promise.all([tell(word), tell(word), advanceFlow(site.ctx(), flow), advanceFlow(site.ctx(), flow)])
  expect(await signing(company)).toMatchObject({ state: 'kept' })
  const kept = await site.services.db
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.action, 'application.signed'), eq(auditEvent.objectId, company.id)))
  expect(kept).toHaveLength(1)
})

test('a company gives no more than twenty forms a day to the service, which is paid for each', async () => {
  const company = await prepared()
  const key = site.services.encryption.hash(`limit sign account ${company.accountId}`)
  await site.services.db.insert(allowance).values({ key, remaining: 0.5, at: new Date() })
  expect(await begin(company)).toMatchObject({ code: 429 })
  expect(await flowsOf(company)).toHaveLength(0)
  await site.services.db.update(allowance).set({ remaining: 1 }).where(eq(allowance.key, key))
  expect(await begin(company)).toMatchObject({ code: 200 })
  // Continuing an open flow does not use up the rate limit.
  expect(await begin(company)).toMatchObject({ code: 200 })
  expect(await flowsOf(company)).toHaveLength(1)
})

describe('what is signed', () => {
  test('stays so where a refusal, or that nobody answers, comes to an asking from before', async () => {
    const { company, number, flow } = await waiting()
    await atService(number, 'sign')
    expect(await tell(await wordOf(number))).toMatchObject({ status: 200 })
    // The service will not begin anything for nobody: asked so, it refuses.
    const refused = await advanceFlow(site.ctx(), { ...flow, state: 'sending', creditCode: '' }, true)
    expect(refused).toMatchObject({ state: 'kept', problem: '' })
    const signingService = { ...site.services.config.signingService!, endpoint: 'http://127.0.0.1:9' }
    const silent = { ...site.ctx(), config: { ...site.services.config, signingService } }
    expect(await advanceFlow(silent, flow)).toMatchObject({ state: 'kept', problem: '' })
    expect(await signing(company)).toMatchObject({ state: 'kept', problem: '' })
  })

  test('is not kept where the service gives another file than it told of', async () => {
    const { company, number } = await waiting()
    await atService(number, 'sign')
    const word = await wordOf(number)
    const told = await tell({ ...word, signed: { ...word.signed, sha256: '3'.repeat(64) } })
    expect(told).toMatchObject({ status: 200 })
    expect(await signing(company)).toMatchObject({
      state: 'signed',
      stateName: '已签章，正在取回文件',
      problem: '电子签章服务的答复不可信：给出的文件与先前说的不是同一个',
    })
    expect(await handInNow(company)).toMatchObject({ code: 400 })
  })

  test.each([
    ['over', 11 * 365],
    ['not yet good', -2],
  ])('is of no use where its certificate is %s', async (_, days) => {
    const { number, flow } = await waiting()
    await atService(number, 'sign')
    const then = site.ctx(new Date(Date.now() + days * DAY))
    expect(await advanceFlow(then, flow)).toMatchObject({ state: 'failed', problem: '签章人的证书不在有效期内' })
  })
})

test('a service that begins a flow anew is believed where to sign; one that is over stays over', async () => {
  const { company, number } = await waiting()
  const word = await wordOf(number)
  const elsewhere = 'https://sign.example.com/f/2'
  expect(await tell({ ...word, link: elsewhere })).toMatchObject({ status: 200 })
  expect(await signing(company)).toMatchObject({ state: 'signing', link: elsewhere })
  expect(await tell({ ...word, state: 'expired' })).toMatchObject({ status: 200 })
  expect(await tell({ ...word, state: 'expired' })).toMatchObject({ status: 200 })
  expect(await tell({ ...word, link: elsewhere })).toMatchObject({ status: 200 })
  expect(await signing(company)).toMatchObject({ state: 'expired', link: '' })
  expect(await tell({ ...word, state: 'refused' })).toMatchObject({ message: '签章超时，不能再说已拒签' })
})

test('what nobody has signed in thirty days is looked after no longer', async () => {
  const { company, number, flow } = await waiting()
  const age = (days: number) =>
    site.services.db
      .update(signingFlow)
      .set({ createdAt: new Date(Date.now() - days * DAY), askAgainAt: new Date(Date.now() - 1) })
      .where(eq(signingFlow.id, flow.id))
  await age(29)
  await advanceDueFlows(site.ctx())
  expect(await signing(company)).toMatchObject({ state: 'signing' })
  await age(31)
  await advanceDueFlows(site.ctx())
  expect(await signing(company)).toMatchObject({ state: 'expired', problem: '30 天内没有取得签好的申请表' })
  await atService(number, 'sign')
  expect(await tell(await wordOf(number))).toMatchObject({ status: 422, message: '签章超时，不能再说已签章' })
})

import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { allow, type Company, confirmationState, prepared } from '#test/setups/membership/confirming.ts'
import { atService, begun, setUpSigning, tell, wordOf } from '#test/setups/membership/signing.ts'
import { site } from '#test/setups/site.ts'

setUpSigning()
beforeAll(async () => {
  expect((await allow(['provider', 'paper'])).code).toBe(200)
})

const signing = async (of: Company) => (await confirmationState(of)).signing

describe('a notice is refused, and changes nothing, that', () => {
  let company: Company
  let flow: string
  let word: object
  beforeAll(async () => {
    company = await prepared()
    flow = await begun(company)
    await atService(flow, 'sign')
    word = await wordOf(flow)
  })
  const seconds = (from: number) => String(Math.floor(Date.now() / 1000) + from)
  test.each<[string, () => object, Parameters<typeof tell>[1], number, string]>([
    ['is signed with another secret', () => word, { secret: 'x'.repeat(32) }, 401, '签名不符'],
    ['is of another key', () => word, { key: 'somebody' }, 401, '不是约定的标识'],
    ['is late', () => word, { timestamp: seconds(-400) }, 401, '时间戳超出允许的范围'],
    ['is ahead of its time', () => word, { timestamp: seconds(400) }, 401, '时间戳超出允许的范围'],
    ['has no nonce', () => word, { nonce: 'short' }, 401, '没有随机数'],
    ['was signed for other words', () => word, { signed: '{}' }, 401, '签名不符'],
    ['is no word', () => ({ ...word, state: 'done' }), {}, 400, '内容无法识别'],
    ['leads elsewhere', () => ({ ...word, link: 'javascript:alert(1)' }), {}, 400, '内容无法识别'],
    ['is of no flow', () => ({ ...word, flowNumber: 'S1' }), {}, 422, '没有这个流程编号'],
    ['is of another document', () => ({ ...word, documentSha256: '0'.repeat(64) }), {}, 422, '文件与送签的不符'],
    ['names no signed file', () => ({ ...word, signed: null }), {}, 422, '没有说签好的是哪个文件'],
  ])('%s', async (_, said, given, status, message) => {
    expect(await tell(said(), given)).toMatchObject({ status, message })
    expect(await signing(company)).toMatchObject({ state: 'signing' })
    const [last] = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'audit.refusedCallback'))
      .orderBy(desc(auditEvent.id))
      .limit(1)
    expect(JSON.stringify(last!.detail)).toContain(message)
  })

  test('comes again with the same nonce, or takes back what was said', async () => {
    const nonce = 'n'.repeat(20)
    expect(await tell(word, { nonce })).toMatchObject({ status: 200 })
    expect(await tell(word, { nonce })).toMatchObject({ status: 409, message: '这条通知已经收到过' })
    expect(await tell(word)).toMatchObject({ status: 200 })
    expect(await tell({ ...word, state: 'refused' })).toMatchObject({ message: '已电子签章，不能再说已拒签' })
    const other = { size: 100, sha256: '1'.repeat(64) }
    expect(await tell({ ...word, signed: other })).toMatchObject({ message: '签好的文件与先前说的不是同一个' })
    // An older one that comes late.
    expect(await tell({ ...word, state: 'signing', signed: null })).toMatchObject({ status: 200 })
    expect(await signing(company)).toMatchObject({ state: 'kept' })
  })
})

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  clerk,
  nightAfter,
  object,
  reason,
  reviewer,
  setNotice,
  setUpObjecting,
  today,
} from '#test/setups/objecting.ts'
import { site } from '#test/setups/site.ts'
import { noticed, secretary, stateOf } from '#test/support/applying.ts'
import { advanceTime, codeFor, newAddress, newPhone } from '#test/support/make.ts'
import { dayOrNight } from '#test/support/night.ts'
import { objection } from '../server/tables.ts'

setUpObjecting()

describe('at once', () => {
  test('two of the staff decide: one does, the other is told who and when', async () => {
    const { noticeId } = await noticed(site, reviewer)
    const { id } = await object(noticeId)
    await clerk.post('/staff/objection/accept', { id })
    const other = await secretary(site)
    const decision = { id, result: '经核对合同与验收报告，已查明所述情况。' }
    const answers = await Promise.all([
      clerk.post('/staff/objection/decide', { ...decision, action: 'uphold' }),
      other.post('/staff/objection/decide', { ...decision, action: 'dismiss' }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/已由 工作人员\d+ 于 .+ 处理：异议/)
  })

  test('an objection at the last moment and the end of the notice: exactly one comes first', async () => {
    for (let round = 0; round < dayOrNight(1, 3); round++) {
      const { id, noticeId } = await noticed(site, reviewer)
      await setNotice(noticeId, { toDay: today() })
      const phone = newPhone()
      const code = await codeFor(site, { scene: 'objection', phone })
      const form = { noticeId, name: '李晓明', phone, code, reason }
      const answering = site.from(newAddress()).post('/app/publicity/notice/objection', form)
      const [answer] = await Promise.all([answering, nightAfter(today())])
      const state = await stateOf(clerk, id)
      expect([answer.code, state]).toEqual(answer.code === 200 ? [200, 'noticed'] : [409, 'unpaid'])
      const rows = await site.services.db.select().from(objection).where(eq(objection.noticeId, noticeId))
      expect(rows).toHaveLength(answer.code === 200 ? 1 : 0)
    }
  })

  test('one phone that objects twice is one objection', async () => {
    const { noticeId } = await noticed(site, reviewer)
    const { phone } = await object(noticeId)
    await advanceTime(site, 2)
    const again = await object(noticeId, { phone })
    expect([again.code, again.msg]).toEqual([409, expect.stringContaining('已对这项公示提出过异议')])
  })
})

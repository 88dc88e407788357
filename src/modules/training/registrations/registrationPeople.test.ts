import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { site } from '#test/setups/site.ts'
import {
  act,
  confirmed,
  detail,
  enrolled,
  openCourse,
  rowOf,
  setUpRegistrations,
  someone,
} from '#test/setups/training/registrations.ts'
import { participant } from '../server/tables.ts'

setUpRegistrations()

describe('the people of a registration', () => {
  test('are left to who signed up until it is confirmed', async () => {
    const of = await enrolled(await openCourse())
    const { people, version } = await detail(of.id)
    const answer = await act('removeParticipant', { id: people[0].id, version, reason: '不来' })
    expect(answer).toMatchObject({ code: 409, msg: expect.stringContaining('退回') })
  })

  test('may be taken off, which frees a place; with the last of them it is cancelled and to be paid back', async () => {
    const courseId = await openCourse({ quota: 2 })
    const of = await confirmed(courseId, [someone('张一'), someone('张二')])
    const waiting = await enrolled(courseId)
    const before = await detail(of.id)
    const [one, two] = before.people
    const gone = await act('removeParticipant', { id: one.id, version: before.version, reason: '调岗' })
    expect(gone.data.status).toBe('confirmed')
    expect((await rowOf(waiting.id)).status).toBe('offered')
    const stale = await act('removeParticipant', { id: two.id, version: before.version, reason: '调岗' })
    expect(stale).toMatchObject({ code: 409, msg: expect.stringMatching(/已由 .+ 修改/) })
    const { version, people, history } = await detail(of.id)
    expect(people).toMatchObject([{ isActive: false }, { isActive: true }])
    expect(history[0]).toMatchObject({ name: '去掉参训人员', reason: '调岗' })
    const last = await act('removeParticipant', { id: two.id, version, reason: '都不来了' })
    expect(last.data.status).toBe('cancelled')
    expect((await detail(of.id)).fee).toMatchObject({ refundDue: true })
  })

  test('may change: the new one is looked at like anybody who signs up, and is a person of the register', async () => {
    const courseId = await openCourse()
    const taken = someone('王已报')
    await enrolled(courseId, [taken])
    const of = await confirmed(courseId)
    const { people, version } = await detail(of.id)
    const asked = { id: people[0].id, version, reason: '岗位调整' }
    const wrong = await act('replaceParticipant', { ...asked, form: { name: '李', idNumber: '123' } })
    expect(Object.keys(wrong.data.fields)).toEqual(expect.arrayContaining(['name', 'idNumber']))
    const double = await act('replaceParticipant', { ...asked, form: taken })
    expect(double.data.fields.idNumber).toContain('不能重复报名')
    const { code } = await act('replaceParticipant', { ...asked, form: someone('李新人') })
    expect(code).toBe(200)
    const after = await detail(of.id)
    expect(after.people.filter(({ isActive }: { isActive: boolean }) => isActive)).toMatchObject([
      { name: '李新人', personId: expect.any(Number) },
    ])
    const rows = await site.services.db
      .select()
      .from(participant)
      .where(and(eq(participant.registrationId, of.id), eq(participant.isActive, true)))
    expect(rows).toHaveLength(1)
    const messages = JSON.stringify((await of.api.get('/member/message/list')).data)
    expect(messages).toContain('李*人')
  })

  test('who have come are neither taken off nor changed', async () => {
    const of = await confirmed(await openCourse())
    const { people, version } = await detail(of.id)
    const come = { checkedInAt: new Date(), ticketNumber: '0001' }
    await site.services.db.update(participant).set(come).where(eq(participant.id, people[0].id))
    expect((await detail(of.id)).people).toMatchObject([{ ticketNumber: '0001', checkedInAt: expect.any(String) }])
    const answer = await act('removeParticipant', { id: people[0].id, version, reason: '不来' })
    expect(answer).toMatchObject({ code: 409, msg: '已经报到，不能去掉或更换' })
  })
})

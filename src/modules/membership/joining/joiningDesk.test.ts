import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { raiseFees } from '#modules/membership/server/feeRows.ts'
import { application } from '#modules/review/server/tables.ts'
import {
  applicant,
  cashier,
  dayPasses,
  decide,
  handIn,
  receipt,
  reviewer,
  setUpJoining,
} from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'
import { member } from '../server/tables.ts'

setUpJoining()

test('approving and withdrawing at once: one of them happens, and both see it', async () => {
  const by = await applicant()
  const { data: sent } = await handIn(by)
  const [withdrawn, passed] = await Promise.all([
    by.post('/member/application/withdraw', { id: sent.applyId, version: sent.version }),
    reviewer.post('/staff/review/decide', { id: sent.applyId, version: sent.version, action: 'pass' }),
  ])
  expect([withdrawn.code, passed.code].toSorted()).toEqual([200, 409])
  const { data } = await by.get('/member/application/detail', { id: sent.applyId })
  expect(data.status).toBe(withdrawn.code === 200 ? 'withdrawn' : 'preparing')
  expect(data.timeline).toHaveLength(2)
})

test('who does not act in sixty days is told so, and may begin anew', async () => {
  const by = await applicant()
  const { data: sent } = await handIn(by)
  await decide(reviewer, sent.applyId, 'pass')
  await dayPasses(59)
  expect((await by.get('/member/application/detail', { id: sent.applyId })).data.status).toBe('preparing')
  await dayPasses(62)
  expect((await by.get('/member/application/detail', { id: sent.applyId })).data.status).toBe('expired')
  expect((await by.get('/member/getApply1')).data).toMatchObject({ applyId: null, status: 'draft' })
})

test('members are numbered without gaps or doubles, however many join at once', async () => {
  const joining = await Promise.all(Array.from({ length: 6 }, applicant))
  for (const by of joining) {
    const { data } = await handIn(by)
    await site.services.db.update(application).set({ state: 'unpaid' }).where(eq(application.id, data.applyId))
    await raiseFees({ ...site.services, now: new Date() }, [
      { applicationId: data.applyId, year: 2026, levelCode: 10, amount: 2000 },
    ])
    Object.assign(by, { applyId: data.applyId })
    await by.post('/member/apply2Submit', { applyId: data.applyId, receipt: await receipt(by), action: 'submit' })
  }
  const answers = await Promise.all(
    joining.map(by => decide(cashier, (by as unknown as { applyId: number }).applyId, 'pass')),
  )
  expect(answers.map(({ code }) => code)).toEqual(joining.map(() => 200))
  const numbers = await site.services.db.select({ number: member.number }).from(member)
  expect(new Set(numbers.map(({ number }) => number)).size).toBe(numbers.length)
  const serials = numbers.flatMap(({ number }) => (number.startsWith('CBWA-D-11-') ? Number(number.slice(-4)) : []))
  expect(serials.toSorted((a, b) => a - b)).toEqual(serials.map((_, i) => i + 1))
})

describe('staff see what their work needs', () => {
  test('a visitor and a member see nothing of it, an editor neither', async () => {
    const by = await applicant()
    const editor = await asStaff(site, 'editor')
    for (const path of ['/staff/review/list', '/staff/review/detail?id=1']) {
      expect(await site.get(path)).toMatchObject({ status: 401 })
      expect(await by.get(path)).toMatchObject({ status: 401 })
      expect(await editor.get(path)).toMatchObject({ code: 403 })
    }
    expect(await by.post('/staff/fee/confirm', { id: 1, version: 1, action: 'pass' })).toMatchObject({ code: 401 })
  })

  test('the queue holds what waits for the own desk, longest first', async () => {
    const by = await applicant()
    const { data: sent } = await handIn(by)
    const { data } = await reviewer.get('/staff/review/list', { pageSize: 100 })
    expect(data.list.map(({ id }: { id: number }) => id)).toContain(sent.applyId)
    expect(new Set(data.list.map(({ status }: { status: string }) => status))).not.toContain('paying')
    const sinces = data.list.map(({ since }: { since: string }) => since)
    expect(sinces).toEqual(sinces.toSorted())
    const { data: mine } = await cashier.get('/staff/review/list', { pageSize: 100 })
    expect(mine.list.every(({ status }: { status: string }) => status === 'paying')).toBe(true)
  })
})

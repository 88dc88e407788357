import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { admin, setUpHandover, submitted } from '#test/setups/handover.ts'
import { site } from '#test/setups/site.ts'
import { signUpComplete, staffSession } from '#test/support/make.ts'
import { by, byName, expectSameRows, expectSorted, openRegister } from '#test/support/registers.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { handoverStates } from '../handoverStates.ts'
import { handover } from '../server/tables.ts'

setUpHandover()

test('those who change hands are found and saved by their state and by what is known of them', async () => {
  const waiting = await submitted(await signUpComplete(site), { contactName: '吴晓' })
  const refused = await submitted(await signUpComplete(site), { contactName: '郑晴' })
  await admin.post('/staff/handover/decide', { id: refused.id, action: 'reject', reason: '变更函未盖公章' })
  const headers = await staffSession(site, 'admin')
  const found = async (asked: Record<string, string>) => {
    const { list } = (await admin.get('/staff/handover/list', asked)).data
    const { rawPayload } = await site.app.inject({
      url: `/api/staff/handover/export?${new URLSearchParams(asked)}`,
      headers,
    })
    const [, ...saved] = textsOf(await sheetOf(rawPayload))
    expect(saved.map(([number]) => number)).toEqual(list.map(({ number }: { number: string }) => number))
    return list.map(({ id }: { id: number }) => id)
  }
  expect(await found({ status: 'all', key: '吴晓' })).toEqual([waiting.id])
  expect(await found({ status: 'all', key: '郑晴' })).toEqual([refused.id])
  expect(await found({ key: '郑晴' })).toEqual([])
  expect(await found({ status: 'rejected', key: '郑晴' })).toEqual([refused.id])
  expect(await found({ status: 'rejected', key: '吴晓' })).toEqual([])
  for (const { id, number } of [waiting, refused])
    expect((await admin.get('/staff/handover/detail', { id })).data).toMatchObject({ id, number })
})

test('the list is sorted by each heading; the rows that are picked are saved whatever their state', async () => {
  const waiting = await submitted(await signUpComplete(site), { contactName: '阿明' })
  const refused = await submitted(await signUpComplete(site), { contactName: '卓然' })
  await admin.post('/staff/handover/decide', { id: refused.id, action: 'reject', reason: '变更函未盖公章' })
  const yesterday = new Date(Date.now() - 86_400_000)
  await site.services.db.update(handover).set({ createdAt: yesterday }).where(eq(handover.id, waiting.id))
  const handovers = await openRegister(site, '/staff/handover')
  await expectSameRows(handovers, { status: 'all' }, { account: '没有账号' })
  await expectSorted(
    handovers,
    { status: 'all' },
    {
      number: by(row => row.id),
      orgName: byName(row => row.orgName),
      contactName: byName(row => row.contactName),
      statusName: by(row => handoverStates.indexOf(row.status)),
      createdAt: by(row => row.createdAt),
    },
  )
  const pending = (await handovers.list()).rows.map(({ id }) => id)
  expect(pending).toContain(waiting.id)
  expect(pending).not.toContain(refused.id)
  expect((await handovers.list({ status: 'pending' })).rows.map(({ id }) => id)).toEqual(pending)
  const [picked] = await handovers.workbook({ ids: refused.id })
  expect(picked).toMatchObject({ 新联系人: '卓然', 状态: '不予变更', 理由: '变更函未盖公章' })
  const lines = await site.services.db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.action, 'handover.export'))
    .orderBy(auditEvent.id)
  expect(lines.at(-1)!.detail).toEqual({ rows: 1 })
})

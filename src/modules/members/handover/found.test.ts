import { expect, test } from 'vitest'
import { admin, setUpHandover, submitted } from '#test/setups/handover.ts'
import { site } from '#test/setups/site.ts'
import { signUpComplete, staffSession } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'

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

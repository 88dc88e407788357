import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { signInAs } from '#test/support/make.ts'
import { account } from '../../accounts/server/tables.ts'
import { message } from '../../messages/server/tables.ts'
import { setting } from '../../settings/server/tables.ts'

setUpSite({ demo: true })

const admin = setUpStaff('admin')

const toldTo = async (userName: string) => {
  const rows = await site.services.db
    .select({ title: message.title })
    .from(message)
    .innerJoin(account, eq(account.id, message.accountId))
    .where(eq(account.userName, userName))
  return rows.filter(({ title }) => title === '收款账户已变更').length
}
const change = async (number: string) => {
  const { data } = await admin.get('/staff/settings')
  const { version, values } = data.find(({ code }: { code: string }) => code === 'payAccount')
  return admin.post('/staff/settings/payAccount', { version, form: { ...values, number } })
}

test('who pays reads since which day the account is the one that it is', async () => {
  const member = site.as(await signInAs(site, 'qingyuan'))
  const shown = async () => (await member.get('/member/membership')).data.payAccount
  await site.services.db
    .update(setting)
    .set({ updatedAt: new Date('2026-03-04T05:00:00Z') })
    .where(eq(setting.name, 'payAccount'))
  expect(await shown()).toMatchObject({ changedOn: '2026-03-04' })
  expect(await change('62220000000000')).toMatchObject({ code: 200 })
  expect(await shown()).toMatchObject({ number: '62220000000000', changedOn: dayOf(new Date()) })
})

test('cashiers are told that it has changed, who changed it is not, and nobody of what stayed as it was', async () => {
  const before = await toldTo('cashier')
  expect(await change('62220000000001')).toMatchObject({ code: 200 })
  expect(await change('62220000000001')).toMatchObject({ code: 200 })
  expect(await toldTo('cashier')).toBe(before + 1)
  expect(await toldTo('admin')).toBe(0)
  expect(await toldTo('editor')).toBe(0)
})

import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { staffSession, staffWith } from '#test/support/make.ts'
import { demoNames } from './demoNames.ts'
import { openDemoAccounts, refusePublicDemo } from './server/openDemo/openDemo.ts'
import { account } from './server/tables.ts'

setUpSite({ demo: true })

test('who looks after the system is told of demo accounts as long as their password is the known one', async () => {
  await import('../../parts.ts')
  const { db } = site.services
  const admin = site.as(await staffSession(site, await staffWith(site, ['admin'])))
  const said = async () => {
    const { data } = await admin.get('/staff/overview')
    return data.notices.map(({ text }: { text: string }) => text).find((text: string) => text.includes('演示账号'))
  }
  const all = demoNames.member.length + demoNames.staff.length
  expect(await said()).toContain(`${all} 个演示账号的密码是公开的`)

  await db
    .update(account)
    .set({ passwordHash: await hash('another one, 7 days old') })
    .where(eq(account.userName, 'admin'))
  await db.update(account).set({ status: 'disabled' }).where(eq(account.userName, 'editor'))
  expect(await said()).toContain(`${all - 2} 个演示账号`)
  expect((await openDemoAccounts({ db })).map(({ userName }) => userName)).not.toContain('admin')

  await db.update(account).set({ status: 'disabled' })
  expect(await openDemoAccounts({ db })).toEqual([])
})

test('where everybody may come they are refused unless somebody has said so', () => {
  const there = { publicUrl: 'https://www.example.com', demo: undefined } as const
  expect(() => refusePublicDemo(there)).toThrow('确要公开演示，请设置 DEMO=1')
  refusePublicDemo({ ...there, demo: '1' })
  refusePublicDemo({ ...there, publicUrl: 'http://localhost:3000' })
})

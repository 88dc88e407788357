import type { Page } from '@playwright/test'
import { call, newCompany } from '../support/company.ts'
import { addressOf, memberScreens } from '../support/memberScreens.ts'
import { MOST_SHIFT, shiftsOf, watchShifts } from '../support/shifts.ts'
import { opened } from '../support/sound.ts'
import { expect, phone, signInBy, test } from '../support/test.ts'

async function signInTo(path: string, signIn: (userName: string) => Promise<unknown>): Promise<string> {
  const { userName, address } = await addressOf(path)
  await signIn(userName)
  return address
}

/** An application that is being written: those of the demo association are handed in by the tests that mend them. */
async function beginToJoin(page: Page): Promise<string> {
  const { token } = await newCompany(page)
  const { id } = await call(page, '/member/application/save', { kind: 'membership', form: {} }, token)
  await signInBy(page, token)
  return `apply/${id}`
}

test.describe('on a phone to which answers come late', () => {
  test.use(phone)

  for (const path of memberScreens)
    test(`nothing moves under the finger while /admin/user/${path} opens`, async ({ page, visit, signIn }) => {
      const address = path === 'apply/:application' ? await beginToJoin(page) : await signInTo(path, signIn)
      await watchShifts(page)
      await visit(`/admin/user/${address}`)
      await opened(page)
      await expect(page.getByText('您访问的页面不存在')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => document.fonts.ready)
      const { sum, what } = await shiftsOf(page)
      expect(sum, what.join('\n')).toBeLessThan(MOST_SHIFT)
    })
})

import type { Page } from '@playwright/test'
import { newApplication } from './applying.ts'
import { dialog, isFaultless, main, press } from './board.ts'
import { desk } from './desk.ts'
import { expect, visit } from './test.ts'

export const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

/** A screen of the back office fits, and axe finds nothing. */
export async function lookAt(page: Page, path: string) {
  await visit(page, path)
  await expect(page.locator('.desk-card').first()).toBeVisible()
  await expect(page.getByText('正在载入')).toHaveCount(0)
  expect(await fits(page), path).toBe(true)
  await isFaultless(page)
}

/** An application that has passed its reviews. */
export async function reviewed(page: Page) {
  const of = await newApplication(page)
  const reviewer = await desk('reviewer')
  const pass = async (opinion: string) => {
    const { version } = await reviewer('GET', `/staff/review/detail?id=${of.id}`)
    await reviewer('POST', '/staff/review/decide', { id: of.id, version, action: 'pass', opinion })
  }
  await pass('初审合格')
  await of.handInMaterials()
  await pass('材料齐全')
  return of
}

/** The same, and under public notice. */
export async function noticed(page: Page) {
  const of = await reviewed(page)
  const admin = await desk('admin')
  const { version } = await admin('GET', `/staff/review/detail?id=${of.id}`)
  await admin('POST', '/staff/decision/record', {
    id: of.id,
    version,
    action: 'pass',
    opinion: '理事会通过',
    exceptionReason: '已通讯表决',
  })
  const { list } = await admin('GET', `/staff/notice/list?key=${encodeURIComponent(of.name)}`)
  return { ...of, noticeId: list[0].id as number }
}

/** Asked once more with how many of each, and sent. */
export async function record(page: Page, counts: string) {
  await press(main(page), '记录审议结果')
  await expect(dialog(page)).toContainText(counts)
  await isFaultless(page)
  await press(dialog(page), '记录')
  await expect(dialog(page)).toHaveCount(0)
}

/** Id of the body with this name. */
export async function bodyIdOf(by: Awaited<ReturnType<typeof desk>>, name: string): Promise<number> {
  const { bodies } = await by('GET', '/staff/meeting/choices')
  return bodies.find((one: { name: string }) => one.name === name).id
}

import type { Page } from '@playwright/test'
import { newCompany } from '../../../e2e/support/company.ts'
import { openCourse } from '../../../e2e/support/enrolling.ts'
import { applicant, desks, moveEventsBack, pass } from '../../../e2e/support/qualifying.ts'
import { lookInto, openSession, signInBy } from '../../../e2e/support/test.ts'
import { memberNavigation } from '../../../src/memberNavigation.ts'
import type { Walker } from '../walker.ts'

export const OVERVIEW = '/admin/user'
export const onlyInSight = 'visible=true'

/** A company of its own, signed in. */
export async function ownCompany(page: Page) {
  const company = await newCompany(page)
  await signInBy(page, company.token)
  return company
}

export const signIn = (userName: string) => async (page: Page) => signInBy(page, await openSession(userName))

const areaOf = (screen: string) =>
  memberNavigation
    .flatMap(({ areas }) => areas)
    .find(({ screens }) => screens.length > 1 && screens.some(({ name }) => name === screen))

/** Opens a screen through the side menu, or through the menu sheet on a phone. */
export async function goTo(walker: Walker, name: string) {
  const link = { name, exact: true }
  const menu = walker.page.getByRole('button', { name: /^会员中心菜单/ })
  if (await menu.isVisible()) {
    await walker.press(menu)
    await walker.press(walker.page.getByRole('dialog', { name: '会员中心' }).getByRole('link', link))
  } else {
    const nav = walker.page.getByRole('navigation', { name: '会员中心' })
    const area = areaOf(name)
    const ofArea = nav.getByRole('link', { name: area?.name ?? name, exact: true })
    const isArea = await ofArea.isVisible()
    if (isArea) await walker.press(ofArea)
    if (!isArea || (area && area.screens[0]!.name !== name)) await walker.press(nav.getByRole('link', link))
  }
}

/** Opens a course with a single level, so that the form does not ask for one. */
export async function courseOfOneLevel(title: string): Promise<number> {
  const id = await openCourse(title, 40, { asksPhoto: false })
  const database = await lookInto()
  await database.query(
    `update course set level_code = (select levels->0->>'code' from personnel_kind where id = personnel_kind_id)
     where id = $1`,
    [id],
  )
  await database.end()
  return id
}

/** A company whose certificate ends in forty days. */
export async function renewable(page: Page) {
  const of = await applicant(page)
  const by = await desks()
  const groups: { groupCode: string; children: { childId: number }[] }[] = await of.call('/qualification/group/list')
  // 行业信用等级评价: without a review on site.
  const { childId } = groups.find(({ groupCode }) => groupCode === 'XY')!.children[0]!
  const levels: { levelId: number }[] = await of.call(`/qualification/level/list?childId=${childId}`)
  const begun = await of.begin({ applyType: 'initial', childId, levelId: levels.at(-1)!.levelId })
  const { id } = await pass(of, by, begun)
  await moveEventsBack(id, 3 * 365 - 40)
  await signInBy(page, of.token)
}

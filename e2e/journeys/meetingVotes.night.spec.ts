import type { Page } from '@playwright/test'
import { dialog, isFaultless, main, press } from '../support/board.ts'
import { desk } from '../support/desk.ts'
import { fits } from '../support/meetings.ts'
import { expect, lookInto, openSession, phone, signInBy, test, visit, waitForHydration } from '../support/test.ts'

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
/** A picture of the page, where somebody wants to look at it. */
const picture = async (page: Page, name: string) => {
  if (process.env.MEETING_PICTURES)
    await page.screenshot({ path: `${process.env.MEETING_PICTURES}/${name}.png`, fullPage: true })
}

/** A committee in which the member has two seats and somebody without a login a third; its charter counts votes. */
async function committeeOf(userName: string): Promise<number> {
  const database = await lookInto()
  const code = `votes${Date.now()}`
  const { rows } = await database.query<{ id: number }>(
    `insert into body (code, name, kind) values ($1, $1, 'committee') returning id`,
    [code],
  )
  const bodyId = rows[0]!.id
  const names = ['程晓明', '林静', '周国强']
  for (const [i, name] of names.entries())
    await database.query(
      `with held as (insert into post (body_id, name, sort) values ($1, $2, $3) returning id)
       insert into appointment (body_id, post_id, person_name, organisation_name, account_id, from_day)
       select $1, held.id, $4, $5, (select id from account where user_name = $6 and $3 < 2), $7 from held`,
      [bodyId, `委员${i + 1}`, i, name, `单位${i + 1}`, userName, today],
    )
  await database.query(
    `insert into meeting_rule (body_id, counts_votes, majority, majority_how, majority_of, ballot, quorum, quorum_how, publishes_votes)
     values ($1, true, '1/2', 'moreThan', 'present', 'show', '2/3', 'atLeast', true)`,
    [bodyId],
  )
  await database.end()
  return bodyId
}

/** The button of an act on a motion; a hidden word in its name stands apart. */
const button = (page: Page, name: string, about: string) =>
  page.getByRole('button', { name: new RegExp(`^${name} ?：${about}`) })

test('a motion is voted on by name: one phone for two seats, the secretary for a third, and the record takes it over', {
  tag: '@night',
}, async ({ page, browser, baseURL, signInStaff }) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const admin = await desk('admin')
  const bodyId = await committeeOf('qingyuan')
  const { kinds } = await admin('GET', '/staff/meeting/choices')
  let of = await admin('POST', '/staff/meeting/save', { title: `逐项表决 ${bodyId}`, bodyId, meetsOn: today })
  for (const title of ['审议年度工作报告', '调整会费标准'])
    of = await admin('POST', '/staff/meeting/item/save', { ...of, kindId: kinds[0].id, title })
  const told = await admin('POST', '/staff/meeting/notice', { id: of.id, version: of.version, reason: '' })
  const seats = (await admin('GET', `/staff/meeting/seat/list?meetingId=${of.id}`)).list.map(
    ({ id }: { id: number }) => id,
  )

  await signInStaff('admin')
  await visit(page, `/staff/meetings/${of.id}`)
  await button(page, '通过后办理', '调整会费标准').click()
  await dialog(page).getByText('会费调整', { exact: true }).click()
  await dialog(page)
    .getByLabel(/^从哪一年起/)
    .fill('2031')
  await isFaultless(page)
  await picture(page, 'effect')
  await dialog(page).getByRole('button', { name: '取消' }).click()

  await admin('POST', '/staff/meeting/attend', { seatIds: seats, as: 'onSite' })
  await admin('POST', '/staff/meeting/move', { id: of.id, version: told.version, to: 'held' })
  await visit(page, `/staff/meetings/${of.id}`)
  await button(page, '开始表决', '审议年度工作报告').click()
  await dialog(page).getByText('记名表决', { exact: true }).click()
  await expect(dialog(page)).toContainText('此刻可以表决的 3 席')
  await isFaultless(page)
  await picture(page, 'open')
  await press(dialog(page), '开始表决')
  await expect(main(page)).toContainText('已表决 0 / 3 席')

  const member = await browser.newContext({ ...phone, baseURL, locale: 'zh-CN' })
  const hand = await member.newPage()
  await signInBy(hand, await openSession('qingyuan'))
  await hand.goto(`/admin/user/meetings/${of.id}`)
  await waitForHydration(hand)
  await expect(hand.getByText('应到 3 席，实到 3 席，须 2 席，已达到规定')).toBeVisible()
  await hand.getByRole('button', { name: /^同意/ }).click()
  await expect(hand.getByText('已表决 2 / 3 席')).toBeVisible()
  await hand.getByRole('button', { name: '各席分别表决' }).click()
  await button(hand, '反对', '林静').click()
  await expect(button(hand, '反对', '林静')).toHaveAttribute('aria-pressed', 'true')
  expect(await fits(hand)).toBe(true)
  await isFaultless(hand)
  await picture(hand, 'phone')

  await expect(main(page)).toContainText('已表决 2 / 3 席')
  await button(page, '逐席查看与录入', '审议年度工作报告').click()
  await page.getByRole('radiogroup', { name: '周国强（单位3）的表决' }).getByText('同意').click()
  await page.getByRole('button', { name: '录入 1 席' }).click()
  await expect(main(page)).toContainText('已表决 3 / 3 席')
  await isFaultless(page)
  await picture(page, 'named')
  await button(page, '结束表决', '审议年度工作报告').click()
  await press(dialog(page), '结束表决')
  await expect(main(page)).toContainText('同意 2、反对 1、弃权 0；须 2 票，通过')

  await visit(page, `/staff/meeting-screen/${of.id}`)
  await expect(page.getByRole('heading', { name: '审议年度工作报告' })).toBeVisible()
  await picture(page, 'screen')
  await isFaultless(page)
  await expect(hand.getByText('同意 2、反对 1、弃权 0；须 2 票，通过')).toBeVisible()
  await picture(hand, 'phoneResult')
  await member.close()

  await visit(page, `/staff/meetings/${of.id}`)
  await main(page).getByRole('radiogroup', { name: '调整会费标准的结果' }).getByText('下次再议').click()
  await page.getByLabel(/^主持人/).fill('李晓明')
  await page.getByLabel(/^记录人/).fill('王芳')
  await isFaultless(page)
  await picture(page, 'record')
  await press(main(page), '记录审议结果')
  await press(dialog(page), '记录')
  await expect(page.getByRole('heading', { name: '审议结果', level: 2 })).toBeVisible()
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await fits(page)).toBe(true)
  await isFaultless(page)
  await picture(page, 'recordedPhone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: '撤回会议记录' }).click()
  await dialog(page).getByLabel(/^原因/).fill('票数录入有误')
  await press(dialog(page), '撤回会议记录')
  await expect(page.getByRole('heading', { name: '记录审议结果', level: 2 })).toBeVisible()
})

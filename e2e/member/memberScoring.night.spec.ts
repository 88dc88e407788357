import type { Page } from '@playwright/test'
import { dayAhead, newCall, newEntry, newJudge } from '../support/awarding.ts'
import { faultsOf } from '../support/axe.ts'
import { desk } from '../support/desk.ts'
import { tabTo } from '../support/keys.ts'
import { isSound } from '../support/sound.ts'
import { expect, signInBy, test, visit } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const letters = (n: number) => [...String(n)].map(digit => '甲乙丙丁戊己庚辛壬癸'[Number(digit)]).join('')

/** A round with two entries, open, and the experts who score in it. */
async function openRound(page: Page) {
  const call = await newCall(`评分奖${Date.now() % 1e6}`)
  const awards = await desk('awards')
  const draft = await awards('GET', `/staff/award/call/detail?id=${call.id}`)
  await awards('POST', '/staff/award/call/publish', { id: call.id, version: draft.version })
  const reviewer = await desk('reviewer')
  const entries = []
  for (const name of ['低温清洗成套技术', '余热回收成套技术']) {
    const entry = await newEntry(page, call, name)
    const { version } = await reviewer('GET', `/staff/review/detail?id=${entry.id}`)
    await reviewer('POST', '/staff/review/decide', { id: entry.id, version, action: 'pass', opinion: '合格' })
    entries.push(entry)
  }
  const judges = []
  for (let i = 0; i < 3; i++) judges.push(await newJudge(page, `分${letters(call.id * 10 + i)}`))
  const plan = { callId: call.id, name: '初评', kind: 'online', dueOn: dayAhead(6) }
  const made = await awards('POST', '/staff/award/round/save', { ...plan, entryIds: entries.map(one => one.entryId) })
  const experts = judges.map(({ id }, i) => ({ expertId: id, role: i === 0 ? 'leader' : 'member' }))
  const chosen = await awards('POST', '/staff/award/round/panel', { ...made, experts })
  await awards('POST', '/staff/award/round/open', chosen)
  return { id: made.id as number, entries, judge: judges[0]! }
}

test('an expert signs, reads, scores with the keyboard, finds it on another device, checks and hands in', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const { id, entries, judge } = await openRound(page)
  await signInBy(page, judge.token)
  await visit(page, '/admin/user/scoring')
  await expect(page.getByRole('navigation', { name: '会员中心' }).getByRole('link', { name: '专家评审' })).toBeVisible()
  await expect(page.getByText('还有 6 天')).toBeVisible()
  await isSound(page)
  await main(page)
    .getByRole('link', { name: /^开始评审/ })
    .click()
  await expect(page.getByRole('heading', { name: '评审纪律与回避声明' })).toBeVisible()
  await isSound(page)
  await page.getByRole('checkbox', { name: /我已阅读/ }).check()
  await main(page).getByRole('button', { name: '签署并开始评审' }).click()
  await main(page).getByRole('link', { name: entries[0]!.name }).click()
  await expect(page.getByRole('heading', { name: entries[0]!.name })).toBeVisible()
  await expect(page.getByText('配方、温度与流速。')).toBeVisible()
  await expect(page.getByText('13900000911')).toHaveCount(0)

  await main(page).getByRole('button', { name: '材料.pdf' }).first().click()
  const preview = page.getByRole('dialog', { name: '材料.pdf' })
  await expect(preview.getByText('100%')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await isSound(page)

  // 30, 25, 25, 20: each typed, the last by its label.
  for (const [name, points] of [
    ['创新性', '20'],
    ['技术难度与水平', '15'],
    ['应用推广程度', '12'],
    ['经济与社会效益', '10.5'],
  ]) {
    await tabTo(page, new RegExp(`^${name}`))
    await page.keyboard.type(points!)
  }
  await expect(page.locator('.scoring-total b')).toHaveText('57.5')
  await expect(page.getByText('须写评语')).toBeVisible()
  await expect(page.getByText(/^已保存/)).toBeVisible()
  await main(page).getByRole('button', { name: '提交，评下一项' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '须写明评语' })).toBeVisible()
  await isSound(page)

  // A typed score appears on another device within two seconds.
  const other = await browser.newContext({ baseURL, viewport: { width: 375, height: 812 } })
  const phone = await other.newPage()
  await signInBy(phone, judge.token)
  await visit(phone, `/admin/user/scoring/${id}?entry=${entries[0]!.entryId}`)
  await expect(phone.locator('.scoring-total b')).toHaveText('57.5')
  await phone.getByLabel(/^评语/).fill('缺少第三方检测数据，应用规模有限。')
  await expect(phone.getByText(/^已保存/)).toBeVisible()
  await other.close()

  await page.getByLabel(/^评语/).fill('另一处的评语')
  await expect(page.getByText('在另一处')).toBeVisible()
  await page.getByRole('button', { name: '载入较新的' }).click()
  await expect(page.getByLabel(/^评语/)).toHaveValue('缺少第三方检测数据，应用规模有限。')
  await main(page).getByRole('button', { name: '提交，评下一项' }).click()
  await expect(page.getByRole('heading', { name: entries[1]!.name })).toBeVisible()
  for (const [name, points] of [
    ['创新性', '27'],
    ['技术难度与水平', '21'],
    ['应用推广程度', '20'],
    ['经济与社会效益', '17'],
  ])
    await page.getByLabel(new RegExp(`^${name}`)).fill(points!)
  await expect(page.getByText(/^已保存/)).toBeVisible()
  await main(page).getByRole('link', { name: '返回列表' }).click()
  await expect(page.getByText('已提交 1 项，共 2 项')).toBeVisible()
  await isSound(page)
  await main(page).getByRole('link', { name: '核对并提交（1 项）' }).click()
  await isSound(page)
  await main(page).getByRole('button', { name: '全部提交（1 项）' }).click()
  await expect(page.getByText('已提交 2 项，共 2 项')).toBeVisible()

  await main(page).getByRole('link', { name: entries[1]!.name }).click()
  await main(page).getByRole('button', { name: '申请回避' }).click()
  await page.getByRole('dialog').getByLabel(/^理由/).fill('与第 2 完成人为师生关系')
  await isSound(page)
  await page.getByRole('dialog').getByRole('button', { name: '回避', exact: true }).click()
  await expect(page.getByText('与第 2 完成人为师生关系')).toBeVisible()
  await expect(page.getByText('已提交 1 项，共 1 项')).toBeVisible()
  await isSound(page)
})

import type { Page } from '@playwright/test'
import { dayAhead, newCall, newEntry, newJudge } from '../support/awarding.ts'
import { desk } from '../support/desk.ts'
import { tabTo } from '../support/keys.ts'
import { isSound } from '../support/sound.ts'
import { expect, lookInto, test, visit } from '../support/test.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click()
const letters = (n: number) => [...String(n)].map(digit => '甲乙丙丁戊己庚辛壬癸'[Number(digit)]).join('')

test('a round: a conflict refused, scores that nobody sees, the ranking, and on to the committee', async ({
  page,
  signInStaff,
}) => {
  test.slow()
  const call = await newCall(`轮次奖${Date.now() % 1e6}`)
  const awards = await desk('awards')
  const draft = await awards('GET', `/staff/award/call/detail?id=${call.id}`)
  await awards('POST', '/staff/award/call/publish', { id: call.id, version: draft.version })
  const reviewer = await desk('reviewer')
  const entries = []
  for (const name of ['低温清洗成套技术', '余热回收成套技术', '加药控制成套技术']) {
    const entry = await newEntry(page, call, name)
    const { version } = await reviewer('GET', `/staff/review/detail?id=${entry.id}`)
    await reviewer('POST', '/staff/review/decide', { id: entry.id, version, action: 'pass', opinion: '合格' })
    entries.push(entry)
  }
  const database = await lookInto()
  // Move the SMS attempts into the past: many people sign up from one address, and the rate limit is not tested here.
  await database.query(`update attempt set at = at - interval '2 hours' where purpose in ('codeTo', 'codeFrom')`)
  const judges = []
  for (let i = 0; i < 3; i++) judges.push(await newJudge(page, `评${letters(call.id * 10 + i)}`))
  const tied = await newJudge(page, `避${letters(call.id)}`, entries[0])
  await database.query(
    `insert into expert_tie (expert_id, kind, organisation_name, credit_code) values ($1, 'shareholder', $2, $3)`,
    [tied.id, entries[1]!.orgName, entries[1]!.creditCode],
  )
  await database.end()

  await signInStaff('awards')
  await visit(page, '/staff/award-rounds?new=1')
  await page.getByLabel(/^评分截止日期/).fill(dayAhead(5))
  await page.keyboard.press('Tab')
  await page.getByLabel(/^申报通知/).click()
  await page.getByTitle(new RegExp(call.name)).click()
  await press(page, /^全选（3 项）/)
  await isSound(page)
  await press(page, /建立，下一步选专家/)

  await expect(page.getByRole('heading', { name: '选择评审专家' })).toBeVisible()
  const find = async (name: string) => {
    await page.getByLabel('查找专家').fill(name)
    await page.keyboard.press('Enter')
  }
  await find(tied.name)
  await expect(page.getByText(/不能参加本轮：须回避/)).toContainText(entries[0]!.orgName)
  await expect(page.getByRole('button', { name: `选入 ${tied.name}` })).toBeDisabled()
  await isSound(page)
  for (const { name } of judges) {
    await find(name)
    await expect(page.getByRole('button', { name: `选入 ${name}` })).toBeEnabled()
    await tabTo(page, new RegExp(`^选入 ${name}$`))
    await page.keyboard.press('Enter')
  }
  await press(page, /选定专家组/)
  await expect(page.getByRole('heading', { name: '专家组', exact: true })).toBeVisible()
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const refused = awards('POST', '/staff/award/round/assign', { id, entryId: entries[0]!.entryId, expertId: tied.id })
  await expect(refused).rejects.toThrow('专家组中没有这位专家')
  await press(page, `下移 ${entries[0]!.name}`)
  await press(page, '保存次序')
  await expect(main(page).getByRole('button', { name: '保存次序' })).toHaveCount(0)
  await press(page, '抽签排次序')
  await expect(page.getByText(/次序由抽签决定，种子 [0-9a-f]{16}/)).toBeVisible()
  await press(page, /开始评分，通知专家/)
  await expect(page.getByText('还不能结束')).toBeVisible()
  await expect(main(page).getByRole('button', { name: '结束评分' })).toBeDisabled()
  await isSound(page)

  for (const [i, { token }] of judges.entries()) {
    const send = async (path: string, data: object) => {
      const answer = await (await page.request.post(`/api${path}`, { data, headers: { token } })).json()
      if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
      return answer.data
    }
    await send('/award/scoring/declare', { id })
    const seen = await page.request.get(`/api/award/scoring/round?id=${id}`, { headers: { token } })
    const { criteria } = (await seen.json()).data
    for (const [j, { entryId }] of entries.entries()) {
      const points = Object.fromEntries(
        criteria.map(({ code, max }: { code: string; max: number }) => [code, max - 3 - j - (i % 2)]),
      )
      const saved = await send('/award/scoring/save', { id, entryId, points, comment: '可行。' })
      await send('/award/scoring/submit', { id, entries: [{ entryId, version: saved.version }] })
    }
  }
  await page.reload()
  await expect(page.getByText('已评 3 / 3').first()).toBeVisible()
  await expect(page.getByText('可行。')).toHaveCount(0)
  await press(page, '结束评分')
  await page.getByRole('dialog').getByRole('button', { name: '结束并算出排名' }).click()
  await expect(page.getByRole('heading', { name: '排名' })).toBeVisible()
  await press(page, new RegExp(`^各专家评分.*${entries[0]!.name}`))
  await expect(page.getByText('可行。').first()).toBeVisible()
  await isSound(page)
  const record = page.waitForEvent('download')
  await press(page, '评审记录 PDF')
  expect((await record).suggestedFilename()).toContain('评审记录')

  await page.getByRole('textbox', { name: /^一等奖/ }).fill('1')
  await page.getByRole('textbox', { name: /^二等奖/ }).fill('1')
  await expect(page.getByText(/一等奖 1 项，二等奖 1 项.*其余 1 项不入选/)).toBeVisible()
  await press(page, '填入下面的建议')
  await expect(page.getByLabel(`${entries[2]!.name}不入选的理由`)).toHaveValue('综合评审排名未进入建议授奖范围')
  await press(page, /保存建议/)
  await expect(main(page).getByRole('button', { name: '提交奖励委员会' })).toBeEnabled()
  await isSound(page)
  await press(page, '提交奖励委员会')
  await page.getByRole('dialog').getByRole('button', { name: '提交', exact: true }).click()
  await expect(main(page).getByText('待审议')).toHaveCount(2)
  await expect(main(page).getByText('不予通过')).toHaveCount(1)
  await main(page).getByRole('button', { name: '更改建议等级' }).first().click()
  await page.getByRole('dialog').getByRole('radio', { name: '三等奖' }).check()
  await page.getByRole('dialog').getByLabel(/^理由/).fill('预备会建议')
  await page.getByRole('dialog').getByRole('button', { name: '更改', exact: true }).click()
  await expect(main(page).getByText('建议三等奖')).toBeVisible()
  await isSound(page)
})

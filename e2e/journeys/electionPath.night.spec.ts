import { readFile } from 'node:fs/promises'
import { dialog, isFaultless, main, press } from '../support/board.ts'
import { desk } from '../support/desk.ts'
import { act, beginElection, choose, inHours, newBody, passDays, picture } from '../support/electing.ts'
import { fits } from '../support/meetings.ts'
import { expect, lookInto, openSession, phone, signInBy, test, visit } from '../support/test.ts'

/** An administrator whose account nobody has handled. */
async function secondPerson(): Promise<string> {
  const database = await lookInto()
  const name = `elector_${Date.now()}`
  await database.query(
    `insert into account (kind, user_name, display_name, password_hash, roles) values ('staff', $1, '第二人', 'none', '{admin}')`,
    [name],
  )
  await database.end()
  return name
}

test('an election from its calendar to the papers that are filed, by clicking', async ({
  page,
  signInStaff,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const body = await newBody()
  const second = await secondPerson()
  const other = await desk(second)
  /** Agrees, as the second person, to what waits for it. */
  const agree = async (words: string) => {
    const { list } = await other('GET', '/staff/approval/list?state=waiting&pageSize=100')
    const asked = list.find((one: object) => JSON.stringify(one).includes(words))
    await other('POST', '/staff/approval/agree', { id: asked.id })
  }
  await signInStaff('admin')
  await visit(page, '/staff/elections')
  const id = await beginElection(page, body)
  const title = `${body}换届选举`

  await test.step('the committee and the places are set, the roll is frozen', async () => {
    await act(page, '设置工作机构', async () => {
      for (const [i, [name, duty]] of [
        ['程远', '组长'],
        ['林静', '监票人'],
      ].entries()) {
        await dialog(page)
          .getByRole('button', { name: /^添加一行/ })
          .click()
        const row = dialog(page).getByRole('listitem', { name: `人员 第 ${i + 1} 行` })
        await row.getByLabel(/^第 \d 行 ?姓名/).fill(name!)
        await row.getByRole('combobox', { name: /分工/ }).click()
        await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: duty! }).click()
      }
    })
    await act(page, '设置名额', async () => {
      await dialog(page)
        .getByRole('button', { name: /^添加一行/ })
        .click()
      await choose(page, /职务/, '理事')
      await dialog(page)
        .getByRole('listitem')
        .getByLabel(/^第 1 行 ?名额/)
        .fill('1')
    })
    await act(page, '冻结并公布名册')
    await expect(main(page).getByText('名册公布', { exact: true }).first()).toBeVisible()
    await main(page)
      .getByRole('link', { name: /^名册（\d+ 栏）/ })
      .click()
    await expect(page.getByRole('heading', { name: '选举人名册', level: 1 })).toBeVisible()
    await picture(page, 'roll')
    await isFaultless(page)
    await page.getByRole('link', { name: '回到这次选举' }).click()
  })

  const member = await browser.newContext({ ...phone, baseURL, reducedMotion: 'reduce', locale: 'zh-CN' })
  const own = await member.newPage()
  await test.step('a member sees the roll on a phone, and proposes a person', async () => {
    await signInBy(own, await openSession('qingyuan'))
    await visit(own, `/admin/user/elections/${id}`)
    await expect(own.getByText('选举人名册').first()).toBeVisible()
    expect(await fits(own)).toBe(true)
    await picture(own, 'member-roll')
    await passDays(id)
    await page.reload()
    await act(page, '开始提名')
    await own.reload()
    await press(own.getByRole('main'), '提名候选人')
    const form = own.getByRole('dialog')
    await form.getByRole('radio', { name: '理事' }).check()
    await form.getByLabel(/^姓名/).fill('温启衡')
    await form.getByLabel(/^单位(?!职务)/).fill('北京清源锅炉清洗有限公司')
    await press(form, '提名候选人')
    await expect(form).toHaveCount(0)
    await picture(own, 'member-nominated')
    await press(own.getByRole('main').locator('tr, li', { hasText: '温启衡' }).first(), '同意：温启衡')
    await press(own.getByRole('dialog'), '同意')
    await expect(own.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('staff see the states of nominations, list the candidate, and publish', async () => {
    await act(page, '登记提名', async () => {
      await dialog(page).getByRole('radio', { name: '理事' }).check()
      await dialog(page).getByLabel(/^姓名/).fill('沈予安')
      await dialog(page)
        .getByLabel(/^单位(?!职务)/)
        .fill('某研究所')
      await dialog(page)
        .getByLabel(/^提名的机构或单位/)
        .fill('提名委员会')
    })
    const rows = page.getByRole('table', { name: '候选人' }).getByRole('row')
    await expect(rows.filter({ hasText: '沈予安' })).toContainText('未答复')
    await expect(rows.filter({ hasText: '温启衡' })).toContainText('同意')
    await picture(page, 'nominations')
    await isFaultless(page)
    await press(rows.filter({ hasText: '沈予安' }), '不列入：沈予安')
    await dialog(page).getByLabel(/^理由/).fill('没有答复')
    await press(dialog(page), '不列入')
    await expect(dialog(page)).toHaveCount(0)
    await press(rows.filter({ hasText: '温启衡' }), '列入：温启衡')
    const reason = dialog(page).getByLabel(/^例外的理由/)
    if (await reason.isVisible()) await reason.fill('章程允许')
    await press(dialog(page), '列入')
    await expect(dialog(page)).toHaveCount(0)
    await expect(rows.filter({ hasText: '温启衡' })).toContainText('列入候选人')
    await expect(rows.filter({ hasText: '沈予安' })).toContainText('未列入')
    await passDays(id)
    await page.reload()
    await act(page, '公布候选人')
    await passDays(id)
    await page.reload()
  })

  await test.step('the ballot is prepared, opened by two, voted on paper and counted by two', async () => {
    await act(page, '准备投票', async () => {
      await dialog(page).getByLabel('纸质选票').check()
      await dialog(page).getByLabel(/^开始/).fill(inHours(0))
      await dialog(page).getByLabel(/^截止/).fill(inHours(5))
    })
    await main(page).getByRole('table', { name: '投票' }).getByRole('link', { name: title }).click()
    await press(main(page), '开始投票')
    await press(dialog(page), '开始投票')
    await agree(title)
    await page.reload()
    await expect(page.getByText('投票中').first()).toBeVisible()
    await page.getByRole('link', { name: '名单和参加情况' }).click()
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await press(main(page), '领取纸质选票')
    await expect(page.getByText('人已记为领取纸质选票')).toBeVisible()
    await picture(page, 'slips')
    await page.getByRole('link', { name: '回到这次投票' }).click()
    const ballotId = Number(page.url().match(/ballots\/(\d+)/)![1])
    // The list is longer than a page; the others come to the same desk.
    const { list } = await other('GET', `/staff/ballot/voters?ballotId=${ballotId}&pageSize=100`)
    const voterIds = list.map((voter: { id: number }) => voter.id)
    await other('POST', '/staff/ballot/paper', { id: ballotId, voterIds, isPaper: true })
    await page.reload()
    await press(main(page), '截止')
    await dialog(page).getByLabel(/^原因/).fill('到会的都已投票')
    await press(dialog(page), '截止')
    await expect(page.getByText('纸质选票计数')).toBeVisible()
    const { questions, roll } = await other('GET', `/staff/ballot/detail?id=${ballotId}`)
    const [{ id: question, options }] = questions
    await main(page).getByLabel(/^有效/).fill(String(roll.paperUnits))
    await main(page).getByLabel(/^无效/).fill('0')
    await main(page)
      .getByLabel(/^作答的选票/)
      .fill(String(roll.paperUnits))
    await main(page)
      .getByLabel(/^温启衡/)
      .fill(String(roll.paperUnits))
    await press(main(page), '提交我的计数')
    const count = {
      cast: roll.paperUnits,
      rejected: 0,
      questions: [{ id: question, answered: roll.paperUnits, units: { [options[0].id]: roll.paperUnits }, names: {} }],
    }
    await other('POST', '/staff/ballot/paperCount', { id: ballotId, count })
    await page.reload()
    await expect(page.getByText('两人一致')).toBeVisible()
    await picture(page, 'counted')
    await press(main(page), '计票并公布')
    await expect(page.getByRole('heading', { name: '结果' })).toBeVisible()
  })

  await test.step('two confirm the result, and the papers for the authorities are saved', async () => {
    await visit(page, `/staff/elections/${id}`)
    await expect(main(page)).toContainText('当选')
    await press(main(page), '确认结果并任命')
    await press(dialog(page), '确认结果并任命')
    await agree(title)
    await page.reload()
    await expect(main(page).getByText('已任命').first()).toBeVisible()
    const saving = page.waitForEvent('download')
    await press(main(page), '备案材料')
    const saved = await saving
    expect(saved.suggestedFilename()).toBe(`${title}备案材料.zip`)
    const bytes = await readFile(await saved.path())
    for (const name of ['00 目录.pdf', '02 选举结果记录.pdf', '04 选举人名册.xlsx'])
      expect(bytes.includes(Buffer.from(name)), name).toBe(true)
    await act(page, '登记备案')
    await expect(main(page).locator('.election-steps li', { hasText: '报送备案' })).toContainText('已于')
    await picture(page, 'confirmed')
    await isFaultless(page)
    await own.reload()
    await expect(own.getByText('当选').first()).toBeVisible()
    await picture(own, 'member-result')
    expect(await fits(own)).toBe(true)
  })
  await member.close()
})

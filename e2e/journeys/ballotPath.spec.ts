import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, lookInto, openSession, phone, test, textsTo, waitForHydration } from '../support/test.ts'

const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
/** A picture of the page, where somebody wants to look at it. */
const picture = async (page: Page, name: string) => {
  if (process.env.BALLOT_PICTURES)
    await page.screenshot({ path: `${process.env.BALLOT_PICTURES}/${name}.png`, fullPage: true })
}

/** An administrator whose account nobody of the demo association has handled. */
async function secondPerson(): Promise<string> {
  const database = await lookInto()
  const name = `second_${Date.now()}`
  await database.query(
    `insert into account (kind, user_name, display_name, password_hash, roles) values ('staff', $1, '第二人', 'none', '{admin}')`,
    [name],
  )
  await database.end()
  return name
}

test('a secret ballot: tellers take their shares, a voter votes on a phone, two tellers open, the receipt is there', async ({
  page,
  signInStaff,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const mobile = `1390${String(Date.now()).slice(-7)}`
  await signInStaff('admin')
  const call = async (path: string, data: object, cookie?: string) => {
    const headers = { origin: baseURL!, 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) }
    return (await page.request.post(`/api${path}`, { headers, data })).json()
  }
  const choose = {
    id: 'q2',
    title: '选举监事',
    kind: 'choose',
    min: 0,
    max: 1,
    seats: 1,
    writeIns: true,
    share: null,
    shareOf: 'cast',
  }
  const draft = await call('/staff/ballot/save', {
    title: '监事选举与章程修改',
    explanation: '请在选票上逐项选择。',
    secrecy: 'secret',
    means: ['online'],
    asksCode: false,
    isPublic: true,
    opensAt: inHours(-1),
    closesAt: inHours(48),
    questions: [
      {
        id: 'q1',
        title: '同意修改章程',
        kind: 'yesNo',
        options: [],
        min: 1,
        max: 1,
        seats: 1,
        writeIns: false,
        share: { numerator: 2, denominator: 3, isStrict: false },
        shareOf: 'cast',
      },
      {
        ...choose,
        options: [
          { id: 'o1', name: '程晓明' },
          { id: 'o2', name: '林静' },
        ],
      },
    ],
  })
  expect(draft.code).toBe(200)
  await call('/staff/ballot/roll', { ...draft.data, voters: [{ name: '周国强', mobile }, { name: '王敏' }] })
  const { id } = draft.data
  const second = `staff=${await openSession(await secondPerson())}`
  const shares: string[] = []

  await test.step('each teller sees and takes one share', async () => {
    await page.goto(`/staff/ballots/${id}`)
    await page.getByRole('button', { name: '设计票员和密钥' }).click()
    await page.getByRole('textbox', { name: /^计票员/ }).fill('程晓明\n林静\n周国强')
    await page.getByRole('button', { name: '生成密钥' }).click()
    for (const teller of ['程晓明', '林静', '周国强']) {
      await page.getByRole('button', { name: `${teller}本人在看，显示` }).click()
      await expect(page.getByText('开票须 2 名计票员，最多可以有 1 份丢失')).toBeVisible()
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: '存成文件' }).click()
      const text = await readFile(await (await saving).path(), 'utf8')
      shares.push(text.trim().split('\n').at(-1)!)
      await picture(page, `share-${teller === '程晓明' ? 1 : 2}`)
      if (teller === '程晓明') {
        // On paper there is the share alone, with its code and its groups.
        await page.emulateMedia({ media: 'print' })
        const sheet = page.locator('.teller-sheet')
        await expect(sheet).toBeVisible()
        await expect(sheet.locator('li')).toHaveCount(19)
        await expect(page.getByRole('dialog')).toBeHidden()
        await picture(page, 'share-printed')
        await page.emulateMedia({ media: 'screen' })
      }
      await page.getByRole('button', { name: teller === '周国强' ? '完成' : '下一名计票员' }).click()
    }
    expect(new Set(shares).size).toBe(3)
    await expect(page.getByText('其中 2 人一起可以开票')).toBeVisible()
  })

  await test.step('it is opened by two', async () => {
    await page.getByRole('button', { name: '开始投票' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('须由另一位同事同意')
    await dialog.getByRole('button', { name: '开始投票' }).click()
    await expect(page.getByText(/须由另一位有同样权限的同事复核同意后生效/).first()).toBeVisible()
    const waiting = await page.request.get('/api/staff/approval/list?state=waiting', { headers: { cookie: second } })
    const { list } = (await waiting.json()).data
    const asked = list.find((one: object) => JSON.stringify(one).includes('监事选举与章程修改'))
    expect((await call('/staff/approval/agree', { id: asked.id }, second)).code).toBe(200)
    await page.reload()
    await expect(page.getByText('投票中')).toBeVisible()
    await picture(page, 'staff-open')
  })

  const voter = await browser.newContext({ ...phone, baseURL, reducedMotion: 'reduce', locale: 'zh-CN' })
  const mobilePage = await voter.newPage()
  let receipt = ''
  await test.step('the voter votes on a phone', async () => {
    await expect.poll(async () => (await textsTo(mobile)).at(-1)).toContain('/vote')
    const token = (await textsTo(mobile)).at(-1)!.match(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)![0]
    await mobilePage.goto('/vote')
    await waitForHydration(mobilePage)
    await picture(mobilePage, 'vote-passcode')
    await mobilePage.getByRole('textbox', { name: '口令' }).fill(token.toLowerCase().replaceAll('-', ''))
    await mobilePage.getByRole('button', { name: '继续' }).click()
    await mobilePage.getByLabel('同意', { exact: true }).check()
    expect(await wide(mobilePage)).toBeLessThanOrEqual(0)
    expect(await faultsOf(mobilePage)).toEqual([])
    await picture(mobilePage, 'vote-paper')
    await mobilePage.getByRole('checkbox', { name: '程晓明' }).check()
    await mobilePage.getByRole('checkbox', { name: '林静' }).check()
    await mobilePage.getByRole('button', { name: '核对选票' }).click()
    await expect(mobilePage.locator('.error-summary')).toContainText('最多选 1 项，已选 2 项')
    await mobilePage.getByRole('checkbox', { name: '程晓明' }).uncheck()
    await mobilePage.getByRole('button', { name: '核对选票' }).click()
    await picture(mobilePage, 'vote-check')
    await mobilePage.getByRole('button', { name: '投票', exact: true }).click()
    await expect(mobilePage.getByRole('heading', { name: '已投票' })).toBeVisible()
    receipt = (await mobilePage.locator('.vote-receipts code').first().textContent())!
    await mobilePage.getByRole('button', { name: '查回执' }).click()
    await expect(mobilePage.getByText('在收到的选票之中。')).toBeVisible()
    await picture(mobilePage, 'vote-done')
    expect(await mobilePage.evaluate(() => JSON.stringify(localStorage))).not.toContain('o2')
  })

  await test.step('a second time the phone shows the receipt', async () => {
    await mobilePage.reload()
    await waitForHydration(mobilePage)
    const token = (await textsTo(mobile)).at(-1)!.match(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)![0]
    await mobilePage.getByRole('textbox', { name: '口令' }).fill(token)
    await mobilePage.getByRole('button', { name: '继续' }).click()
    await expect(mobilePage.locator('.vote-receipts')).toContainText(receipt)
  })

  await test.step('two tellers open it, and the result is there', async () => {
    await page.reload()
    await page.getByRole('button', { name: '截止', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^原因/ }).fill('都已投票')
    await dialog.getByRole('button', { name: '截止', exact: true }).click()
    await page.getByRole('link', { name: /^开票/ }).click()
    await page.getByLabel('程晓明').fill(shares[0]!)
    await page.getByRole('button', { name: '开票', exact: true }).click()
    await expect(page.getByText('须 2 名计票员，现在有 1 名')).toBeVisible()
    await page.getByLabel('林静').fill(shares[2]!)
    await page.getByRole('button', { name: '开票', exact: true }).click()
    await expect(page.getByText('不是林静在这次投票中的份额')).toBeVisible()
    const [first] = shares[1]!
    await page.getByLabel('林静').fill(shares[1]!.replace(/^./, first === 'A' ? 'B' : 'A'))
    await page.getByRole('button', { name: '开票', exact: true }).click()
    await expect(page.getByText('第 1 组有误')).toBeVisible()
    await page.getByLabel('林静').fill(shares[1]!.toLowerCase())
    await picture(page, 'staff-opening')
    await page.getByRole('button', { name: '开票', exact: true }).click()
    await expect(page.getByText('选票 1 张')).toBeVisible()
    await page.getByRole('button', { name: '计票并公布' }).click()
    await expect(page.getByText('有效 1 票')).toBeVisible()
    await picture(page, 'staff-result')
    expect(await faultsOf(page)).toEqual([])
  })

  await test.step('everybody reads the public result and finds the receipt', async () => {
    const link = await page.getByRole('link', { name: /^\/vote\// }).getAttribute('href')
    await mobilePage.goto(link!)
    await waitForHydration(mobilePage)
    await expect(mobilePage.getByText('通过。')).toBeVisible()
    await mobilePage.getByRole('textbox', { name: '回执' }).fill(receipt)
    await mobilePage.getByRole('button', { name: '查回执' }).click()
    await expect(mobilePage.getByText('在收到的选票之中。')).toBeVisible()
    expect(await wide(mobilePage)).toBeLessThanOrEqual(0)
    expect(await faultsOf(mobilePage)).toEqual([])
    await picture(mobilePage, 'public-result')
  })
  await voter.close()
})

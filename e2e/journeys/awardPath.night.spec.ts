import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { dayAhead, newCall, newEntry, newJudge, noticeEnds } from '../support/awarding.ts'
import { faultsOf } from '../support/axe.ts'
import { dialog, isFaultless, main, press } from '../support/board.ts'
import { committeeMeets } from '../support/committee.ts'
import { scan } from '../support/company.ts'
import { desk } from '../support/desk.ts'
import { object } from '../support/objecting.ts'
import { expect, phone as phoneScreen, signInBy, test, visit, waitForHydration } from '../support/test.ts'

const chinese = (n: number) => [...String(n)].map(digit => '零一二三四五六七八九'[Number(digit)]).join('')

const reason =
  '该项目所列经济效益与事实不符：其中两台锅炉并未采用该技术，新增利润重复计算，附有运行记录复印件为证，请协会予以核查。'

/** Raises an objection as a visitor: with the real name, a verified phone and documents. */
async function objects(page: Page, name: string) {
  await visit(page, '/admin/publicity/notice?kind=award')
  await page.getByRole('link', { name: new RegExp(`^提出异议 ?：${name}$`) }).click()
  await expect(page).toHaveURL(/\/notice\/\d+#object$/)
  await waitForHydration(page)
  await object(page, { name: '李文', reason })
  await page.getByLabel('证明材料（选填）').setInputFiles(scan('运行记录.pdf'))
  await press(main(page), '上传材料')
  await expect(page.getByText('已上传：运行记录.pdf')).toBeVisible()
}

test('an award from call to certificate: a conflict refused, an objection upheld, one level lower', async ({
  page,
  browser,
  baseURL,
  signInStaff,
}) => {
  test.slow()
  // A browser without the staff cookie.
  const outside = await browser.newContext({
    baseURL,
    extraHTTPHeaders: { 'x-forwarded-for': `10.77.7.${randomInt(1, 255)}` },
  })
  const outsider = await outside.newPage()
  const mark = chinese(Date.now() % 1e7)
  const called = await newCall(`演示技术奖${mark}`)
  const work = `锅炉低温清洗技术${mark}`
  const [awards, reviewer] = await Promise.all(['awards', 'reviewer'].map(desk))

  await test.step('the award office publishes the call; everybody sees it', async () => {
    await signInStaff('awards')
    await visit(page, `/staff/award-calls/${called.id}`)
    await press(main(page), '发布')
    await press(dialog(page), '发布')
    await expect(page.getByRole('status').filter({ hasText: '已发布' })).toBeVisible()
    await visit(page, `/admin/publicity/award?kind=${called.code}`)
    await expect(main(page)).toContainText('正在受理申报')
    await expect(main(page)).toContainText(called.name)
    await isFaultless(page)
  })

  const entry = await test.step('a company hands in; formal review returns a field, and passes', async () => {
    const of = await newEntry(outsider, called, work)
    const decide = async (decision: object) => {
      const { version } = await reviewer!('GET', `/staff/review/detail?id=${of.id}`)
      await reviewer!('POST', '/staff/review/decide', { id: of.id, version, ...decision })
    }
    const remarks = [{ field: 'innovation', text: '请写明与国内外同类技术的比较' }]
    await decide({ action: 'return', opinion: '请补正', remarks })
    expect(await of.status()).toBe('returned')
    await of.mend({ innovation: '温度比国内同类低 20 ℃。' }, { innovation: '已写明' })
    await decide({ action: 'pass', opinion: '形式审查合格' })
    expect(await of.status()).toBe('scoring')
    return of
  })

  const judges = [await newJudge(outsider, `甲${mark.slice(-3)}`), await newJudge(outsider, `乙${mark.slice(-3)}`)]
  judges.push(await newJudge(outsider, `丙${mark.slice(-3)}`))
  const tied = await newJudge(outsider, `丁${mark.slice(-3)}`, entry)
  const round = await test.step('an expert of the applicant is refused, with the reason', async () => {
    const { id } = await awards!('POST', '/staff/award/round/save', {
      callId: called.id,
      name: '初评',
      kind: 'online',
      dueOn: dayAhead(7),
      entryIds: [entry.entryId],
    })
    await visit(page, `/staff/award-rounds/${id}`)
    await page.getByLabel('查找专家').fill(tied.name)
    await page.keyboard.press('Enter')
    const candidate = page.getByRole('listitem').filter({ hasText: tied.name })
    await expect(candidate).toContainText('不能参加本轮')
    await expect(candidate).toContainText(entry.orgName)
    await expect(candidate.getByRole('button', { name: /^选入/ })).toBeDisabled()
    await isFaultless(page)
    const { version } = await awards!('GET', `/staff/award/round/detail?id=${id}`)
    const experts = judges.map((one, i) => ({ expertId: one.id, role: i === 0 ? 'leader' : 'member' }))
    const refused = { id, version, experts: [...experts, { expertId: tied.id, role: 'member' }] }
    await expect(awards!('POST', '/staff/award/round/panel', refused)).rejects.toThrow(entry.orgName)
    await awards!('POST', '/staff/award/round/panel', { id, version, experts })
    await visit(page, `/staff/award-rounds/${id}`)
    await press(main(page), '开始评分，通知专家')
    await expect(main(page)).toContainText('评分中')
    return id
  })

  await test.step('three experts score, one of them on a phone', async () => {
    const points = { innovation: 25, difficulty: 21, use: 21, benefit: 17 }
    for (const { token } of judges.slice(1)) {
      const say = async (path: string, data: object) => {
        const response = await outsider.request.post(`/api/award/scoring/${path}`, { headers: { token }, data })
        const answer = await response.json()
        expect(answer.msg).toBe('ok')
        return answer.data
      }
      const { entryId } = entry
      await say('declare', { id: round })
      const { version } = await say('save', { id: round, entryId, points, comment: '' })
      await say('submit', { id: round, entries: [{ entryId, version }] })
    }
    const context = await browser.newContext({ ...phoneScreen, baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
    const own = await context.newPage()
    await signInBy(own, judges[0]!.token)
    await visit(own, `/admin/user/scoring/${round}`)
    await own.getByRole('checkbox').check()
    await press(main(own), '签署并开始评审')
    await own.getByRole('link', { name: work }).click()
    for (const [label, value] of [
      ['创新性', '26'],
      ['技术难度与水平', '22'],
      ['应用推广程度', '21'],
      ['经济与社会效益', '18'],
    ] as const)
      await own.getByLabel(new RegExp(`^${label}`)).fill(value)
    await expect(own.locator('.scoring-total')).toContainText('87')
    await expect.soft(own.locator('html')).toHaveJSProperty('scrollWidth', 375)
    await press(main(own), '提交评分')
    await expect(main(own)).toContainText('已提交')
    await context.close()
  })

  await test.step('they are ranked, and the first prize is proposed', async () => {
    const { version } = await awards!('GET', `/staff/award/round/detail?id=${round}`)
    const closed = await awards!('POST', '/staff/award/round/close', { id: round, version })
    const marks = [{ entryId: entry.entryId, verdict: 'propose', levelCode: 'first' }]
    const marked = await awards!('POST', '/staff/award/round/mark', { ...closed, marks })
    await awards!('POST', '/staff/award/round/send', marked)
    expect(await entry.status()).toBe('deciding')
  })

  await test.step('the committee decides; the public reads who is to be awarded', async () => {
    await signInStaff('admin')
    await committeeMeets(page, { title: `奖励委员会第${mark}次会议`, work, level: '一等奖' })
    await expect(
      page.getByRole('heading', { name: new RegExp(`公示文稿：关于.+${called.name}拟授奖项目的公示`) }),
    ).toBeVisible()
    await isFaultless(page)
  })

  await test.step('a visitor objects, staff uphold it, and it goes back to the committee', async () => {
    const elsewhere = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': '10.77.7.8' } })
    const objector = await elsewhere.newPage()
    await objects(objector, work)
    await expect(main(objector)).toContainText(`拟授 ${called.year} 年度${called.name}·科技进步奖一等奖`)
    await elsewhere.close()
    await visit(page, `/staff/notices?state=held&key=${encodeURIComponent(work)}`)
    await page.getByRole('link', { name: work, exact: true }).click()
    await press(main(page), '受理')
    await press(main(page), '异议成立')
    await dialog(page)
      .getByLabel(/^核查结果/)
      .fill('经核查运行记录，两台锅炉确未采用该技术，经济效益应予核减。')
    await press(dialog(page), '异议成立')
    await expect(dialog(page)).toHaveCount(0)
    await expect.poll(entry.status).toBe('deciding')
    await awards!('POST', '/staff/award/entry/level', {
      entryId: entry.entryId,
      was: 'first',
      levelCode: 'second',
      reason: '经济效益核减',
    })
    await committeeMeets(page, { title: `奖励委员会第${mark}次复议会议`, work, level: '二等奖' })
    await visit(page, '/admin/publicity/notice?kind=award')
    await expect(page.getByRole('row', { name: new RegExp(work) })).toContainText('二等奖')
  })

  await test.step('its days pass; the award is given, published, and taken home', async () => {
    await noticeEnds(entry.id)
    await expect.poll(entry.status, { timeout: 60_000 }).toBe('approved')
    await visit(page, `/staff/award-winners?kindId=${called.kindId}&year=${called.year}`)
    await expect(page.getByRole('row', { name: new RegExp(work) })).toContainText('3 张')
    await isFaultless(page)
    await page.getByRole('checkbox', { name: `选择 ${work}` }).check()
    await press(main(page), '公布所选')
    await press(dialog(page), '确定')
    await expect(page.getByRole('row', { name: new RegExp(work) })).toContainText('已公布')
    await press(main(page), '拟获奖公告')
    await expect(page.getByRole('heading', { name: /获奖名单的公告$/ })).toBeVisible()
    await page.getByRole('link', { name: work }).click()
    await expect(dialog(page)).toContainText('完成单位第 1')
    await isFaultless(page)
  })

  await test.step('a visitor scans the code of a certificate, and finds the winner', async () => {
    const [certificate] = await entry.call('/member/qualification/list')
    expect(certificate.levelName).toBe('二等奖')
    const visitor = await browser.newContext({ ...phoneScreen, baseURL, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
    const stranger = await visitor.newPage()
    await visit(stranger, certificate.verifyUrl.replace(/^https?:\/\/[^/]+/, ''))
    await expect(stranger.locator('.verdict')).toContainText('有效')
    for (const text of [work, '二等奖', '完成单位，第 1（共 1）', '永久有效'])
      await expect(main(stranger)).toContainText(text)
    expect(await faultsOf(stranger)).toEqual([])
    await visit(stranger, `/admin/publicity/award?kind=${called.code}`)
    await expect(main(stranger)).toContainText(work)
    await expect.soft(stranger.locator('html')).toHaveJSProperty('scrollWidth', 375)
    expect(await faultsOf(stranger)).toEqual([])
    await visit(stranger, `/admin/home/search?key=${encodeURIComponent(work)}`)
    await stranger.getByRole('link', { name: work }).first().click()
    await expect(stranger).toHaveURL(/\/admin\/publicity\/award\?.*#winner-\d+$/)
    await visitor.close()
  })
  await outside.close()
})

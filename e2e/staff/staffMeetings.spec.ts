import type { Page } from '@playwright/test'
import { formatPhone } from '../../src/lib/form/phone.ts'
import { dialog, handover, isFaultless, main, press } from '../support/board.ts'
import { scan } from '../support/company.ts'
import { desk } from '../support/desk.ts'
import { bodyIdOf, fits, lookAt, noticed, record, reviewed } from '../support/meetings.ts'
import { object } from '../support/objecting.ts'
import { editor } from '../support/styleEditor.ts'
import { expect, phone as phoneScreen, test, textsTo, visit, waitForHydration } from '../support/test.ts'

const reason =
  '该单位申报的清洗业绩与事实不符：所列项目实际由其他单位完成，施工时间、地点和验收报告均对不上，附有合同复印件为证，请予核查。'

/** Raises an objection as a visitor, from the list of notices to the receipt. */
async function objects(page: Page, { name, noticeId }: { name: string; noticeId: number }) {
  await visit(page, '/admin/publicity/notice?pageSize=100')
  await page.getByRole('link', { name: new RegExp(`^提出异议 ?：${name}$`) }).click()
  await expect(page).toHaveURL(`/admin/publicity/notice/${noticeId}#object`)
  await waitForHydration(page)
  await isFaultless(page)
  await press(main(page), '提交异议')
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
  await isFaultless(page)
  const { phone, receipt } = await object(page, { name: '李晓明', reason })
  const number = (await receipt.textContent())!.match(/YY\d{4}-\d{6}/)![0]
  return { number, phone }
}

test('three applications go before the council, are recorded at once, and hang out for the public', async ({
  page,
  signInStaff,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const all = [await reviewed(page), await reviewed(page), await reviewed(page)]
  const title = `第六届理事会第 ${all[0]!.id} 次会议`
  await signInStaff('admin')
  await visit(page, '/staff/meetings')
  await press(main(page), '新建会议')
  await press(dialog(page), '新建')
  await expect(dialog(page).getByRole('alert')).toContainText('会议名称')
  await isFaultless(page)
  await dialog(page)
    .getByLabel(/^会议名称/)
    .fill(title)
  await dialog(page).getByLabel(/^机构/).click()
  await page.getByTitle('理事会', { exact: true }).click()
  await dialog(page).getByLabel(/^地点/).fill('协会会议室')
  await dialog(page).getByLabel(/^日期/).fill('2026-12-08')
  await page.keyboard.press('Tab')
  await press(dialog(page), '新建')
  await expect(page).toHaveURL(/\/staff\/meetings\/\d+$/)
  await expect(page.getByText('议程上还没有议题')).toBeVisible()

  for (const { name } of all) {
    await page.getByLabel('申请人', { exact: true }).fill(name)
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
    await press(main(page), '选入议程（1 份）')
    await expect(page.getByRole('button', { name: `移除 ${name}` })).toBeVisible()
  }
  const agenda = page.locator('.meeting-agenda > li')
  const wrong = main(page).getByRole('alert').getByRole('link')
  await expect(agenda).toContainText(all.map(({ name }) => name))
  // Move the items by keyboard.
  await page.getByRole('button', { name: `上移 ${all[2]!.name}` }).focus()
  await page.keyboard.press('Enter')
  await expect(agenda).toContainText([all[0]!.name, all[2]!.name, all[1]!.name])
  await isFaultless(page)
  const [agendaFile] = await Promise.all([page.waitForEvent('download'), press(main(page), '议程 PDF')])
  expect(agendaFile.suggestedFilename()).toBe(`${title}议程.pdf`)

  await press(main(page), '会议已召开')
  await expect(page.getByLabel(/^决定/)).toHaveValue(`${title}通过`)
  await expect(main(page)).toContainText('应到 45 人时须有 30 人')
  await record(page, '通过 3 项')
  // Missing: attendance, chair, recorder, and the votes on each of three applications.
  await expect(wrong).toHaveCount(6)
  await isFaultless(page)

  // Fill in by keyboard, from field to field, with everybody voting for everything.
  await wrong.first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^实到人数/)).toBeFocused()
  await page.keyboard.type('２８人')
  for (const typed of ['3', '李晓明', '王芳']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await page.getByLabel(`回避：${all[0]!.name}`).fill('2')
  await page.getByRole('button', { name: '全部一致同意' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(`同意：${all[0]!.name}`)).toHaveValue('26')
  await record(page, '通过 3 项')
  await expect(main(page).getByRole('alert')).toContainText(
    '应到 45 人，实到 28 人，不足章程规定的三分之二（30 人），不能形成决议',
  )
  await isFaultless(page)

  await page.getByLabel(/^实到人数/).fill('40')
  await press(main(page), '全部一致同意')
  await expect(page.getByLabel(`同意：${all[0]!.name}`)).toHaveValue('38')
  await main(page).getByRole('radiogroup').nth(2).getByText('不予通过').click()
  await record(page, '通过 2 项，不予通过 1 项')
  await expect(main(page).getByRole('alert')).toContainText('请填写不予通过的理由')
  await expect(main(page).getByRole('alert')).toContainText('不能记为不予通过')
  await main(page).getByRole('radiogroup').nth(2).getByText('通过', { exact: true }).click()
  await page.getByLabel(`反对：${all[2]!.name}`).fill('1')
  await page.getByLabel(`同意：${all[2]!.name}`).fill('37')
  await expect(main(page)).toContainText('须 27 票，已达到；未投票 2')
  await isFaultless(page)
  await record(page, '通过 3 项')
  await expect(page.getByRole('heading', { name: '审议结果', level: 2 })).toBeVisible()
  await expect(main(page)).toContainText('应到 45 人，实到 40 人，请假 3 人')
  const result = page.getByRole('table', { name: '审议结果' })
  await expect(result.getByRole('row', { name: new RegExp(all[0]!.name) })).toContainText(
    '同意 38、反对 0、弃权 0、回避 2',
  )
  await expect(page.getByRole('heading', { name: /^公示文稿：关于拟吸收.+等3家单位为会员的公示$/ })).toBeVisible()
  await isFaultless(page)
  const [resolution] = await Promise.all([page.waitForEvent('download'), press(main(page), '决议 PDF')])
  expect(resolution.suggestedFilename()).toBe(`${title}决议.pdf`)

  const meeting = new URL(page.url()).pathname
  await page.getByRole('button', { name: '生成公示文章草稿' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/staff\/articles\/\d+$/)
  await expect(page.getByRole('textbox', { name: /^标题/ })).toHaveValue(/^关于拟吸收.+等3家单位为会员的公示$/)
  await expect(editor(page)).toBeVisible()
  await isFaultless(page)
  await page.getByRole('link', { name: `会议：${title}` }).click()
  await expect(page).toHaveURL(meeting)
  await expect(main(page)).toContainText(/已生成文章：关于拟吸收.+的公示 ?草稿/)
  await expect(page.getByRole('button', { name: '生成公示文章草稿' })).toHaveCount(0)
  await isFaultless(page)

  await visit(page, '/admin/publicity/notice?pageSize=100')
  for (const { name } of all) await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('还有')
  await isFaultless(page)
})

test('a visitor objects: the notice is on hold, staff find nothing in it, the result is public', {
  tag: '@night',
}, async ({ page, browser, baseURL, signInStaff }) => {
  test.slow()
  const of = await noticed(page)
  const { number, phone } = await objects(page, of)
  await expect(page.getByText('异议核查中')).toBeVisible()
  await page.getByLabel('证明材料（选填）').setInputFiles(scan('合同.pdf'))
  await press(main(page), '上传材料')
  await expect(page.getByText('已上传：合同.pdf')).toBeVisible()
  await isFaultless(page)

  await signInStaff('admin')
  await visit(page, `/staff/notices?state=held&key=${encodeURIComponent(of.name)}`)
  await expect(page.getByRole('row', { name: new RegExp(of.name) })).toContainText('1 件待办')
  await isFaultless(page)
  await page.getByRole('link', { name: of.name, exact: true }).click()
  await expect(page.getByText('李*明')).toBeVisible()
  await press(main(page), '受理')
  await press(main(page), '显示异议人全部信息')
  await expect(page.getByText(`李晓明，${formatPhone(phone)}`)).toBeVisible()
  await press(main(page), '异议不成立')
  await press(dialog(page), '异议不成立')
  await expect(dialog(page).getByText('至少 10 个字')).toBeVisible()
  await isFaultless(page)
  const result = '经核对合同与验收报告，所述业绩属实，异议不成立。'
  await dialog(page)
    .getByLabel(/^核查结果/)
    .fill(result)
  await press(dialog(page), '异议不成立')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText(/^还有 \d+ 天，期满且没有异议则自动通过$/)).toBeVisible()
  await press(main(page), '延长公示期')
  await isFaultless(page)
  await dialog(page).getByLabel(/^理由/).fill('核查占用了时间')
  await press(dialog(page), '延长')
  await expect(dialog(page)).toHaveCount(0)
  await isFaultless(page)

  const reader = await browser.newContext({ ...phoneScreen, baseURL, locale: 'zh-CN', javaScriptEnabled: false })
  const paper = await reader.newPage()
  await paper.goto(`/admin/publicity/notice/${of.noticeId}`)
  await expect(paper.getByText(result)).toBeVisible()
  await expect(paper.getByText('公示期已延长：核查占用了时间')).toBeVisible()
  await expect(paper.getByText('李晓明')).toHaveCount(0)
  expect(await fits(paper)).toBe(true)
  await reader.close()

  await expect.poll(async () => (await textsTo(phone)).at(-1)).toContain('异议不成立')
  await visit(page, '/admin/publicity/objection')
  await page.getByLabel('受理编号').fill(number)
  await page.getByLabel('手机号').fill(phone)
  await press(main(page), '查询')
  await expect(main(page).getByRole('status')).toContainText(result)
  await isFaultless(page)
})

test.describe('on a phone', () => {
  test.use(phoneScreen)

  test('the screens of meetings, notices and handovers fit, and axe finds nothing', { tag: '@night' }, async ({
    page,
    signInStaff,
  }) => {
    test.slow()
    const { noticeId } = await noticed(page)
    const matter = await reviewed(page)
    const { id: handoverId } = await handover(page)
    const admin = await desk('admin')
    const meeting = { title: '秘书长办公会', bodyId: await bodyIdOf(admin, '秘书长办公会'), meetsOn: '2026-12-08' }
    const made = await admin('POST', '/staff/meeting/save', meeting)
    const filled = await admin('POST', '/staff/meeting/items', { ...made, items: [{ applicationId: matter.id }] })
    await signInStaff('admin')
    for (const path of ['meetings', `meetings/${made.id}`, 'notices', `notices/${noticeId}`, 'handovers'])
      await lookAt(page, `/staff/${path}`)
    await lookAt(page, `/staff/handovers/${handoverId}`)
    await admin('POST', '/staff/meeting/move', { ...filled, to: 'held' })
    await lookAt(page, `/staff/meetings/${made.id}`)
    await visit(page, `/admin/publicity/notice/${noticeId}`)
    expect(await fits(page)).toBe(true)
    await isFaultless(page)
  })
})

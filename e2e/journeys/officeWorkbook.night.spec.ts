import { OFFICE, officeWorkbook } from '#test/support/officeWorkbook.ts'
import { enterFirst } from '../firstDay/colleagues.ts'
import { applyPack } from '../firstDay/setUp.ts'
import { test } from '../firstDay/site.ts'
import { dialog, main } from '../support/board.ts'
import { expect, lookInto, visit } from '../support/test.ts'

// The first call without a session answers 401 or 403, and the browser logs the status.
test.use({ provokes: /status of (401|403)/, actionTimeout: 30_000 })

// A site of its own is set up first.
test.describe.configure({ timeout: 1_200_000 })

/** From the choice of the file to the last invitation. */
const MOST_MS = 10 * 60_000

test('the Excel of an office is imported on an empty site by clicking alone, and its members are invited by SMS', async ({
  own,
  arrives,
}) => {
  const admin = await arrives()
  await enterFirst(admin, own, { userName: 'chenjing', displayName: '陈静' })
  await applyPack(admin, '通用行业协会')
  const file = await officeWorkbook({ usual: '会员单位', raised: '理事单位' })
  const begun = Date.now()

  await test.step('the file is chosen, and says what of it is read and what is not', async () => {
    await visit(admin, '/staff/imports?of=memberCompanies')
    const chooser = admin.waitForEvent('filechooser')
    await main(admin)
      .getByRole('button', { name: /^选择文件/ })
      .first()
      .click()
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await (await chooser).setFiles({ name: '会员名册.xlsx', mimeType, buffer: file })
    await expect(main(admin).getByRole('heading', { name: '会员名册.xlsx' })).toBeVisible({ timeout: 60_000 })
    await expect(main(admin).getByText('列名在第 4 行')).toBeVisible({ timeout: 120_000 })
    for (const words of ['隐藏的工作表“历年退会”', '合计行：第 330 行', '不认识的列', '表格下面的说明'])
      await expect(main(admin).getByText(words).first()).toBeVisible()
  })

  await test.step('faults are grouped, and the word of the office is told once', async () => {
    await expect(main(admin).getByRole('list', { name: '按原因' })).toContainText('不在可选值之中')
    await main(admin).getByLabel('“常务”对应为').click()
    await admin.locator('.ant-select-item-option', { hasText: '常务理事单位' }).click()
    await main(admin)
      .getByRole('button', { name: /^按此对应并重新检查/ })
      .click()
    await expect(main(admin).getByRole('button', { name: `导入 ${OFFICE.companies} 行` })).toBeVisible({
      timeout: 120_000,
    })
    await expect(main(admin).getByRole('list', { name: '按原因' })).toContainText(`${OFFICE.doubles} 处`)
  })

  await test.step('good rows are imported', async () => {
    await main(admin)
      .getByRole('button', { name: `导入 ${OFFICE.companies} 行` })
      .click()
    await expect(main(admin).getByText('已导入', { exact: true }).first()).toBeVisible({ timeout: 240_000 })
    await expect(main(admin).getByText('已新增').locator('xpath=following-sibling::dd')).toHaveText(
      String(OFFICE.companies),
    )
  })

  await test.step('companies whose code is to be completed are found', async () => {
    await visit(admin, '/staff/organisations?lacksCode=yes')
    await expect(
      main(admin)
        .getByText(`共 ${OFFICE.withoutCode + OFFICE.wrongCode} 家`)
        .first(),
    ).toBeVisible()
  })

  await test.step('all members are invited, those with a phone by SMS', async () => {
    await visit(admin, '/staff/invitations')
    await main(admin).getByRole('button', { name: '邀请单位' }).click()
    const { companies, contacts } = OFFICE
    await expect(dialog(admin)).toContainText(
      `共 ${companies} 家：短信 ${contacts}，邮件 0，信函 ${companies - contacts}`,
    )
    await dialog(admin)
      .getByRole('button', { name: `邀请这 ${companies} 家` })
      .click()
    await expect(dialog(admin)).toContainText(`已邀请 ${companies} 家：短信 ${contacts}`, { timeout: 120_000 })
  })

  expect(Date.now() - begun).toBeLessThan(MOST_MS)
  await expect.poll(() => invitingTexts(own.dataDir), { timeout: 240_000 }).toBe(OFFICE.contacts)
})

/** Invitations by text, sent or held until the morning. */
async function invitingTexts(dataDir: string): Promise<number> {
  const database = await lookInto(dataDir)
  const { rows } = await database.query(
    "select count(*)::int as n from outbox where channel = 'sms' and template = 'invitation.sent'",
  )
  await database.end()
  return rows[0].n
}

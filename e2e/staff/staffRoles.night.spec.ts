import { faultsOf } from '../support/axe.ts'
import { expect, lookInto, test } from '../support/test.ts'

/** A colleague of this test's own; answers the id. */
async function newColleague(): Promise<number> {
  const database = await lookInto()
  const { rows } = await database.query<{ id: number }>(
    `insert into account (kind, user_name, display_name, password_hash, roles)
     values ('staff', $1, '王敏', 'none', '{writer}') returning id`,
    [`staff_${Date.now().toString(36)}`],
  )
  await database.end()
  return rows[0]!.id
}

test('an administrator makes a role from a template for one province, sees whom a change touches, and retires it', async ({
  page,
  visit,
  signInStaff,
}) => {
  const name = `华东初审${Date.now().toString(36)}`
  await signInStaff('admin')
  await visit('/staff/roles')
  await expect(page.getByRole('heading', { name: '角色', level: 1 })).toBeVisible()
  await expect(page.getByRole('row', { name: /管理员/ })).toContainText('不能修改')
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('combobox', { name: '照抄' }).fill('样板：审核员')
  await page.locator('.ant-select-item-option', { hasText: '样板：审核员' }).click()
  await page.getByRole('button', { name: '新增角色' }).click()
  const dialog = page.getByRole('dialog', { name: '新增角色' })
  await expect(dialog.getByRole('checkbox', { name: '审核申请' })).toBeChecked()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('checkbox', { name: '江苏' }).check()
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByRole('button', { name: '保存' }).click()
  // All errors are shown at once; statistics and imports cannot be limited to provinces.
  await expect(dialog.locator('#field-provinces-error')).toContainText('“批量导入”、“查看统计与看板”不分地区')
  await dialog.getByRole('checkbox', { name: /批量导入/ }).uncheck()
  await dialog.getByRole('checkbox', { name: /查看统计与看板/ }).uncheck()
  await dialog.getByRole('button', { name: '保存' }).click()
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('江苏')
  await expect(row).toContainText('审核申请')

  await visit(`/staff/colleagues/${await newColleague()}`)
  await page.getByRole('checkbox', { name: new RegExp(name) }).check()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.locator('.facts').first()).toContainText(name)

  await visit('/staff/roles')
  await row.getByRole('button', { name: '修改' }).click()
  const change = page.getByRole('dialog', { name: `修改角色：${name}` })
  await expect(change.getByText('没有同事的权限因此改变。')).toBeVisible()
  await change.getByRole('checkbox', { name: '管理证书' }).check()
  await expect(change.locator('.role-effect')).toContainText('增加：管理证书（江苏）')
  await change.getByText('可以办理').first().click()
  await change.getByRole('button', { name: '保存' }).click()
  await expect(row).toContainText('管理证书')

  await row.getByRole('button', { name: '修改' }).click()
  await change.getByRole('radio', { name: '停用' }).check()
  await expect(change.locator('.role-effect')).toContainText('失去：')
  await change.getByRole('button', { name: '保存' }).click()
  await expect(row.getByText('停用', { exact: true })).toBeVisible()
  await row.getByRole('link', { name: /1 位同事/ }).click()
  await expect(page).toHaveURL(/\/staff\/colleagues\?role=role-/)
  await expect(page.locator('tbody tr')).toHaveCount(1)
})

test('a colleague names a deputy for a week, an administrator agrees, both see it, and the week is cut short', async ({
  page,
  visit,
  signInStaff,
}) => {
  const day = (ahead: number) => new Date(Date.now() + (ahead * 24 + 8) * 3_600_000).toISOString().slice(0, 10)
  // Add a colleague: with more than a few, the dialog shows a list to search.
  await newColleague()
  await signInStaff('trainer')
  await visit('/staff/security')
  await page.getByRole('button', { name: '指定代理人' }).click()
  const dialog = page.getByRole('dialog', { name: '指定代理人' })
  await dialog.getByRole('combobox', { name: '代理人' }).fill('江砚秋')
  await page.locator('.ant-select-item-option', { hasText: '江砚秋' }).click()
  await dialog.getByLabel('开始日期').fill(day(0))
  await dialog.getByLabel('开始日期').press('Enter')
  await dialog.getByLabel('结束日期').fill(day(-1))
  await dialog.getByLabel('结束日期').press('Enter')
  await dialog.getByRole('button', { name: '指定', exact: true }).click()
  await expect(dialog.getByText('不能早于开始日期').first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByLabel('结束日期').fill(day(7))
  await dialog.getByLabel('结束日期').press('Enter')
  await dialog.getByRole('button', { name: '指定', exact: true }).click()
  await expect(dialog.getByText(/须由另一位有同样权限的同事复核同意后生效/)).toBeVisible()

  await signInStaff('admin')
  await visit('/staff/approvals')
  const asked = page.getByRole('row').filter({ hasText: '江砚秋' })
  await expect(asked).toContainText(day(7))
  await asked.getByRole('button', { name: '同意并执行' }).click()
  await expect(asked.getByText('已同意，已生效')).toBeVisible()

  await signInStaff('trainer')
  await visit('/staff/security')
  await expect(page.getByText(`江砚秋：${day(0)} 至 ${day(7)}`)).toBeVisible()

  await signInStaff('awards')
  await visit('/staff/courses')
  await expect(page.locator('.desk-who')).toContainText('代 辛教文')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await signInStaff('trainer')
  await visit('/staff/security')
  await page.getByRole('button', { name: /江砚秋的代理/ }).click()
  await expect(page.getByText('代理中')).toHaveCount(0)
})

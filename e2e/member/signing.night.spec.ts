import type { Page } from '@playwright/test'
import { test } from '../outside/site.ts'
import { faultsOf } from '../support/axe.ts'
import { memberCalls, scan, upload } from '../support/company.ts'
import { deskAt } from '../support/desk.ts'
import { expect, openSession, signInBy, visit, waitForHydration } from '../support/test.ts'

/** Company of the demo association that has applied for another level. */
const COMPANY = { name: '武汉楚天水处理设备有限公司', userName: 'chutian' }

// The page on which the company signs is the stand-in's.
test.use({ provokes: /^a request left the site: http:\/\/127\.0\.0\.1:\d+\/signing\//, actionTimeout: 20_000 })

const section = (page: Page) => page.getByRole('region', { name: /^电子签章/ })

type Material = { code: string; name: string; required: boolean; max: number }

/** Performs an act on the mock signing service and returns to the site. */
async function atService(page: Page, act: string, done: string) {
  await section(page).getByRole('link', { name: '去签章' }).click()
  await expect(page.getByRole('heading', { name: '签署文件（替身）' })).toBeVisible()
  await expect(page.getByText(COMPANY.name).first()).toBeVisible()
  await page.getByRole('button', { name: act, exact: true }).click()
  await expect(page.getByText(`状态：${done}`)).toBeVisible()
  await page.getByRole('link', { name: '回到网站' }).click()
  await expect(page).toHaveURL(/\/admin\/user\/qualification\/materials\/\d+$/)
  await waitForHydration(page)
}

async function send(page: Page, button: string) {
  await section(page).getByRole('button', { name: button }).click()
  await expect(section(page).getByRole('alert')).toContainText('等待签章')
  await expect(section(page).getByRole('alert')).toContainText(`请以“${COMPANY.name}”的名义签章`)
}

test('a company’s owner signs at the service, comes back, and hands in: refused, over in time and not told of yet it says so', async ({
  page,
  own,
}) => {
  test.slow()
  const [admin, reviewer] = [await deskAt(own, 'admin'), await deskAt(own, 'reviewer')]
  const find = `/staff/review/list?key=${encodeURIComponent(COMPANY.name)}`
  const { id, version, kindName } = (await reviewer('GET', find)).list[0]
  const rules: { list: { id: number; version: string; name: string; values: object }[] } = await admin(
    'GET',
    '/staff/record/list?type=confirmingRule',
  )
  const rule = rules.list.find(({ name }) => name === kindName)!
  const form = { ...rule.values, ways: ['provider', 'paper'] }
  await admin('POST', '/staff/record/save', { type: 'confirmingRule', id: rule.id, version: rule.version, form })
  await reviewer('POST', '/staff/review/decide', {
    id,
    version,
    action: 'pass',
    exceptionReason: '人员证书正在换发',
  })

  const token = await openSession(COMPANY.userName, own.dataDir)
  await signInBy(page, token)
  const { call, fileId } = await memberCalls(page, token)
  const { apply, materials }: { apply: { version: number }; materials: Material[] } = await call(
    `/qualification/getApply2?id=${id}`,
  )
  const files = materials
    .filter(({ code, required }) => required && code !== 'stampedForm')
    .map(({ code }) => ({ code, fileId }))
  await call('/qualification/apply2Submit', { id, version: apply.version, files, action: 'save' })

  const alert = section(page).getByRole('alert')
  await test.step('it is refused there, and then over in time', async () => {
    await visit(page, `/admin/user/qualification/materials/${id}`)
    await expect(section(page)).toContainText('可代替打印盖章')
    await send(page, '送去电子签章')
    expect(await faultsOf(page)).toEqual([])
    await atService(page, '拒签', '已拒签')
    await expect(alert).toContainText('已拒签')
    await expect(alert).toContainText('法定代表人不同意签署')
    await send(page, '重新送签')
    await atService(page, '过期', '已过期')
    await expect(alert).toContainText('签章超时')
  })

  await test.step('signed and told of, it stands there when the owner comes back', async () => {
    await send(page, '重新送签')
    await atService(page, '以申请单位签章', '已签')
    await expect(alert).toContainText(`${COMPANY.name} 已签章`)
    await expect(section(page).getByRole('button')).toHaveCount(0)
    expect(await faultsOf(page)).toEqual([])
  })

  await test.step('another file makes it another thing; not told of yet, it is asked for', async () => {
    await page.goto(`${own.standIns}/signing/`)
    await page.getByText('有了结果就通知网站').getByRole('button', { name: '改为否' }).click()
    await visit(page, `/admin/user/qualification/materials/${id}`)
    const more = materials.find(({ code, required, max }) => code !== 'stampedForm' && (!required || max > 1))!
    await upload(page, more.name, scan('补充的材料.pdf'))
    await expect(alert).toContainText('送签以后有改动，须重新电子签章')
    await send(page, '重新送签')
    await section(page).getByRole('button', { name: '查询签章结果' }).click()
    await expect(section(page).getByRole('status')).toHaveText('已向电子签章服务查询：等待签章。')
    await atService(page, '以申请单位签章', '已签')
    await expect(alert).toContainText('等待签章')
    await section(page).getByRole('button', { name: '查询签章结果' }).click()
    await expect(section(page).getByRole('status')).toHaveText('已向电子签章服务查询：已电子签章。')
    await expect(alert).toContainText(`${COMPANY.name} 已签章`)
  })

  await test.step('handed in, staff see by whom it was signed', async () => {
    await page.getByRole('button', { name: '提交材料' }).click()
    await expect(page).toHaveURL(/\/admin\/user\/doing\/\d+$/)
    const value = await openSession('reviewer', own.dataDir)
    await page.context().addCookies([{ name: 'staff', value, url: own.url, httpOnly: true, sameSite: 'Strict' }])
    await visit(page, `/staff/review/${id}`)
    await expect(page.getByText(new RegExp(`^电子签章：${COMPANY.name}，.+ 收到$`))).toBeVisible()
    await expect(page.getByText('二维码核对：与现在的申请表一致')).toBeVisible()
  })
})

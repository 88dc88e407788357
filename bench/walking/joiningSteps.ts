import { expect } from '@playwright/test'
import { type Company, PASSWORD } from '../../e2e/support/joiningCompany.ts'
import type { Walker } from './walker.ts'

/** Opens a company account, up to its profile page. */
export async function openAccount(walker: Walker, of: Company, code: () => Promise<string>) {
  const label = (name: string) => walker.page.getByLabel(name, { exact: true })
  await walker.fill(label('单位名称'), of.name)
  await walker.fill(label('统一社会信用代码'), of.creditCode)
  await walker.fill(label('密码'), PASSWORD)
  await walker.fill(label('联系人手机号'), of.phone)
  await walker.press(walker.button('获取验证码'))
  await walker.sees(`验证码已发送到 ${of.phone}`)
  await walker.fill(label('短信验证码'), await code())
  for (const document of ['隐私政策', '用户协议'])
    await walker.tick(walker.main().getByLabel(`我已阅读并同意《${document}》`))
  await walker.press(walker.button(/^注册$/))
  await walker.isAt('/admin/user/profile')
}

export async function fillProfile(walker: Walker) {
  const { field } = walker
  await walker.pick('单位性质', '民营企业')
  await walker.tick(walker.main().getByRole('checkbox', { name: '清洗服务' }))
  for (const [label, value] of [
    ['法定代表人', '张明'],
    ['详细地址', '朝阳区演示路 28 号'],
    ['主营业务', '锅炉化学清洗'],
    ['联系人姓名', '李晓明'],
    ['联系人职务', '总经理'],
    ['联系人邮箱', 'liaison@example.com'],
  ] as const)
    await walker.fill(field(label), value)
  await walker.press(walker.button('下一步：申请入会'))
}

export async function applyToJoin(walker: Walker) {
  await walker.tick(walker.main().getByRole('radio', { name: /^会员单位/ }))
  for (const name of ['协会章程', '真实性承诺']) await walker.tick(walker.main().getByRole('checkbox', { name }))
  await walker.press(walker.button(/核对并提交$/))
  await walker.press(walker.button('确认提交'))
  await expect(walker.main().getByRole('heading', { name: '入会申请已提交' })).toBeVisible()
}

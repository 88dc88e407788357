import { expect, type Page } from '@playwright/test'
import { newPhone, scan } from '../../../e2e/support/company.ts'
import { decisions } from '../../../e2e/support/desk.ts'
import { decide, newNumber } from '../../../e2e/support/enrolling.ts'
import { newCompany } from '../../../e2e/support/joiningCompany.ts'
import { codeTo, textOf } from '../../../e2e/support/test.ts'
import { applyToJoin, fillProfile, openAccount } from '../joiningSteps.ts'
import { task } from '../task.ts'
import type { Walker } from '../walker.ts'
import { courseOfOneLevel, onlyInSight } from './setups.ts'

type Visitor = { course: number; phone: string }

async function enrol(walker: Walker, { phone }: Visitor) {
  const { field, button } = walker
  await walker.press(walker.link(/^报名培训班/))
  await walker.fill(field('联系人手机'), phone)
  await walker.press(button('获取验证码'))
  await walker.sees(`验证码已发送到 ${phone}`)
  await walker.fill(field('短信验证码'), await codeTo(phone))
  await walker.press(button('下一步：填写报名表'))
  await walker.tick(walker.main().getByLabel('个人报名'))
  await walker.choose(field('所在省份'), '辽宁省')
  await walker.fill(field('联系人'), '李晓明')
  await walker.fill(field('姓名'), '李晓明')
  await walker.fill(field('证件号码'), newNumber())
  await walker.tick(walker.main().getByLabel('不需要'))
  await walker.tick(walker.main().getByRole('checkbox', { name: /报名须知/ }))
  await walker.press(button('下一步：核对报名表'))
  await walker.press(button('确认提交'))
  await expect(walker.page.getByRole('heading', { name: '报名已提交' })).toBeVisible()
}

const visitor = async (): Promise<Visitor> => ({ course: await courseOfOneLevel('步数演示班'), phone: newPhone() })
const atCourse = ({ course }: Visitor) => `/admin/publicity/training/${course}`

/** Submits the paper form after the first review: downloaded, sealed and uploaded. */
async function handInPapers(walker: Walker, title: string, page: Page) {
  const review = await decisions('reviewer')
  await review('/staff/review/decide', title, { action: 'pass' })
  await page.goto('/admin/user')
  await walker.press(walker.link(/^上传材料/).first())
  await walker.download(walker.button('下载申请表（PDF）'))
  await walker.attach(walker.button(/^选择文件 ?：盖章申请表/), scan('盖章申请表.pdf'))
  await expect(walker.button(/^移除 ?盖章申请表\.pdf/)).toBeVisible()
  await walker.attach(walker.button(/^选择文件 ?：营业执照/), scan('执照.pdf'))
  await expect(walker.button(/^移除 ?执照\.pdf/)).toBeVisible()
  await walker.press(walker.button('提交材料'))
  await walker.sees('待复审')
}

/** Tasks that begin without an account. */
export const joining = [
  task({ name: '6 不注册报名培训', before: 16, least: 16, prepare: visitor, from: atCourse, walk: enrol }),
  task({
    name: '6 缴培训费',
    before: 6,
    least: 4,
    prepare: visitor,
    from: atCourse,
    walk: async (walker, of) => {
      await enrol(walker, of)
      const regNo = await textOf(walker.page.locator('.enrol-codes dd').first())
      await decide('trainer', regNo, { action: 'pass' })
      walker.acts = 0
      await walker.press(walker.link('查看这份报名'))
      await walker.fill(walker.main().getByLabel(/^付款人/), '李晓明')
      await walker.attachTo(walker.main().getByLabel(/^汇款凭证/), scan('回单.pdf'))
      await walker.sees('已上传：回单.pdf')
      await walker.press(walker.button('提交缴费凭证'))
      await walker.sees('凭证已提交')
    },
  }),
  task({
    name: '9 注册并申请入会',
    before: 41,
    least: 25,
    prepare: async () => newCompany(),
    walk: async (walker, of) => {
      const { page } = walker
      if (page.viewportSize()!.width < 1100) await walker.press(page.getByLabel('菜单'))
      await walker.press(page.getByRole('link', { name: '注册', exact: true }).locator(onlyInSight).first())
      await openAccount(walker, of, () => codeTo(of.phone))
      await fillProfile(walker)
      await applyToJoin(walker)
      await handInPapers(walker, of.name, page)
    },
  }),
]

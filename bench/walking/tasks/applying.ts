import { expect } from '@playwright/test'
import { artwork, inDays } from '../../../e2e/support/advertising.ts'
import { newApplication } from '../../../e2e/support/applying.ts'
import { makeMember, scan } from '../../../e2e/support/company.ts'
import { decisions } from '../../../e2e/support/desk.ts'
import { signInBy } from '../../../e2e/support/test.ts'
import { task } from '../task.ts'
import type { Walker } from '../walker.ts'
import { goTo, OVERVIEW, ownCompany, renewable } from './setups.ts'

async function handIn(walker: Walker, { confirm = '确认提交' } = {}) {
  await walker.press(walker.button(/核对并提交$/))
  await walker.press(walker.button(confirm))
  await expect(walker.main().getByRole('heading', { name: /已提交$/ })).toBeVisible()
}

async function enterAward(walker: Walker, { orgName }: { orgName: string }) {
  const { button, main, page } = walker
  const fill = (label: string, value: string) => walker.fill(main().getByLabel(new RegExp(`^${label}`)), value)
  const day = async (label: string, value: string) => {
    await fill(label, value)
    await page.keyboard.press('Enter')
  }
  const tick = (role: 'radio' | 'checkbox', name: string | RegExp) => walker.tick(main().getByRole(role, { name }))
  await goTo(walker, '科技奖励')
  await walker.press(walker.link(/^申报 ?锅炉科学技术奖/))
  await tick('radio', /^科技进步奖/)
  await walker.press(button(/开始填写/))
  await walker.pickFirst('专业评审组')
  await tick('radio', '一等奖')
  await fill('项目名称', '锅炉清洗废液零排放技术')
  await walker.pickFirst('任务来源')
  await day('项目起始日期', '2023-03-01')
  await day('项目完成日期', '2025-06-30')
  await fill('关键词', '锅炉、清洗、环保')
  await tick('radio', /^否/)
  await fill('项目简介', '清洗废液回用。')
  await fill('主要技术内容', '膜分离与络合。')
  await fill('创新点', '分级回收。')
  await fill('应用情况', '已用于十二台锅炉。')
  await walker.press(button(/^添加一行 ?近三年经济效益/))
  await fill('第 1 行 年度', '2024')
  await walker.press(button(/^添加一行 ?完成人/))
  await fill('第 1 行 姓名', '李晓明')
  await fill('第 1 行 工作单位', orgName)
  await tick('radio', /^单位提名/)
  await fill('提名单位或专家', '示例省锅炉协会')
  await fill('提名意见', '同意提名。')
  await tick('checkbox', /同意公示/)
  await tick('checkbox', /真实性承诺/)
  await walker.download(button('下载申报书（PDF）'))
  for (const slot of ['盖章申报书', '应用证明']) {
    await walker.attach(button(new RegExp(`^选择文件 ?：${slot}`)), scan(`${slot}.pdf`))
    await expect(button(new RegExp(`^移除 ?${slot}\\.pdf`))).toBeVisible()
  }
  await handIn(walker)
}

/** Applications that a company submits, starting from its overview. */
export const applying = [
  task({
    name: '10 换证',
    before: 5,
    least: 1,
    prepare: renewable,
    from: OVERVIEW,
    walk: async walker => {
      await walker.press(walker.link(/^换证/).first())
      await expect(walker.button('开始填写')).toBeEnabled()
      await expect(walker.main().getByRole('radio', { name: /^换证/ })).toBeChecked()
    },
  }),
  task({
    name: '11 变更法定代表人',
    before: 4,
    least: 4,
    prepare: ownCompany,
    from: OVERVIEW,
    walk: async walker => {
      await walker.press(walker.link('修改资料'))
      await walker.fill(walker.field('法定代表人'), '赵二鸣')
      await walker.attach(walker.button(/^选择文件 ?：变更/), scan('执照.pdf'))
      await expect(walker.page.getByText('执照.pdf 已上传')).toBeAttached()
      await walker.press(walker.button('提交审核'))
      await walker.sees(/赵一鸣 → 赵二鸣/)
    },
  }),
  task({
    name: '12 写会员风采',
    before: 6,
    least: 6,
    prepare: async page => makeMember(await ownCompany(page)),
    from: OVERVIEW,
    walk: async walker => {
      await walker.press(walker.link('会员风采'))
      await walker.fill(walker.field('标题'), '一台锅炉的三十年')
      await walker.fill(walker.page.getByRole('textbox', { name: '正文' }), '从司炉到总工程师。')
      await handIn(walker, { confirm: '确认提交审核' })
    },
  }),
  task({
    name: '15 投放广告',
    before: 12,
    least: 12,
    prepare: ownCompany,
    from: OVERVIEW,
    walk: async walker => {
      const { field } = walker
      await goTo(walker, '我的广告')
      await walker.press(walker.link('新建广告').first())
      await walker.press(walker.button(/^选这里\s*：首页右侧$/))
      for (const [label, days] of [
        ['开始日期', 5],
        ['结束日期', 9],
      ] as const) {
        await walker.fill(field(label), inDays(days))
        await walker.page.keyboard.press('Enter')
      }
      await walker.fill(field('广告标题'), '步数演示')
      await walker.attach(walker.button(/^选择文件\s*：广告图片/), await artwork('P3'))
      await walker.fill(field('图片的文字说明'), '演示设备')
      await walker.tick(walker.main().getByRole('radio', { name: '不设链接' }))
      await walker.fill(field('产品或服务说明'), '用于演示的广告。')
      await walker.attach(walker.button(/^选择文件\s*：营业执照/), scan('营业执照.pdf'))
      await walker.sees('5 天 ×')
      await walker.sees('营业执照.pdf 已上传')
      await handIn(walker)
    },
  }),
  task({
    name: '16 申报奖励',
    least: 31,
    prepare: ownCompany,
    from: OVERVIEW,
    walk: enterAward,
  }),
  task({
    name: '18 补正退回的申请',
    before: 4,
    least: 3,
    prepare: async page => {
      const one = await newApplication(page)
      const review = await decisions('reviewer')
      const remarks = [{ field: 'address', text: '请写到门牌号' }]
      await review('/staff/review/decide', one.name, { action: 'return', remarks })
      await signInBy(page, one.token)
    },
    from: OVERVIEW,
    walk: async walker => {
      await walker.press(walker.link(/^补正/).first())
      // The field that was marked is no step of the way.
      await walker.page.getByLabel(/^详细地址/).fill('演示路 1 号 3 号楼')
      await handIn(walker)
    },
  }),
]

import { expect, type Page } from '@playwright/test'
import { workbookOf } from '#test/support/workbooks.ts'
import { call, newPhone, OWN_PASSWORD } from '../../../e2e/support/company.ts'
import { newNumber } from '../../../e2e/support/enrolling.ts'
import { codeTo, lookInto, openSession } from '../../../e2e/support/test.ts'
import { task } from '../task.ts'
import { courseOfOneLevel, goTo, OVERVIEW, ownCompany, signIn } from './setups.ts'

const workbook = async (rows: string[][]) => ({
  name: '名单.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await workbookOf(rows),
})
const five = () => [...'甲乙丙丁戊'].map((end, i) => [`赵一${end}`, newNumber(), `1390000432${i}`, '本科'])

/** A company with two people of its own, and a course for them. */
async function employer(page: Page) {
  const { token } = await ownCompany(page)
  for (const [i, name] of ['周文静', '吴立新'].entries()) {
    const known = { idType: 'resident', idNumber: newNumber(), mobile: `1390000432${i}` }
    await call(page, '/person/add', { form: { name, ...known, provinceCode: '110000' } }, token)
  }
  return courseOfOneLevel('员工报名演示班')
}

/** A minute after the code of the registration. */
async function owner(page: Page) {
  const { phone } = await ownCompany(page)
  const database = await lookInto()
  await database.query(`update attempt set at = at - interval '1 minute' where purpose in ('codeTo', 'codeFrom')`)
  await database.end()
  return phone
}

/** A company with somebody of its own. */
async function withSomebody(page: Page) {
  const { token } = await ownCompany(page)
  const known = { name: '周文静', idType: 'resident', idNumber: newNumber(), provinceCode: '110000' }
  await call(page, '/person/add', { form: known }, token)
}

/** Records that a company keeps up to date, and files that it takes along. */
export const keeping = [
  task({
    name: '13 用 Excel 登记 5 名员工',
    before: 6,
    least: 4,
    prepare: withSomebody,
    from: OVERVIEW,
    walk: async walker => {
      await goTo(walker, '人员')
      await walker.press(walker.button('批量登记'))
      const list = await workbook([['姓名', '证件号码', '手机', '学历'], ...five()])
      await walker.attach(walker.button('选择填好的文件'), list)
      await walker.press(walker.button('登记选定的 5 人'))
      await walker.isAt('/admin/user/persons')
    },
  }),
  task({
    name: '14 为两名员工报名',
    before: 11,
    least: 8,
    prepare: employer,
    from: id => `/admin/publicity/training/${id}`,
    walk: async walker => {
      await walker.press(walker.link(/^报名培训班/))
      await walker.press(walker.button('从本单位人员选择'))
      const dialog = walker.page.getByRole('dialog', { name: '选择本单位人员' })
      for (const name of [/^周文静/, /^吴立新/]) await walker.tick(dialog.getByRole('checkbox', { name }))
      await walker.press(dialog.getByRole('button', { name: '选入 2 人' }))
      await walker.tick(walker.main().getByLabel('不需要'))
      await walker.tick(walker.main().getByRole('checkbox', { name: /报名须知/ }))
      await walker.press(walker.button('下一步：核对报名表'))
      await walker.press(walker.button('确认提交'))
      await walker.isAt(/\/training\/registrations\/\d+$/)
    },
  }),
  task({
    name: '17 更换手机号',
    before: 7,
    least: 7,
    prepare: owner,
    from: OVERVIEW,
    walk: async (walker, old) => {
      const next = newPhone()
      await goTo(walker, '账号安全')
      const codes = walker.button('获取验证码')
      await walker.press(codes.first())
      // The first of that phone opened the account.
      await walker.fill(walker.field('原手机验证码'), await codeTo(old, { sent: 2 }))
      await walker.fill(walker.field('新手机号'), next)
      await walker.press(codes.last())
      await walker.fill(walker.field('新手机验证码'), await codeTo(next))
      await walker.press(walker.button('更换手机号'))
      await walker.sees(/^手机号已更换为/)
    },
  }),
  task({
    name: '17 修改密码',
    before: 4,
    least: 4,
    prepare: ownCompany,
    from: '/admin/user/security',
    walk: async walker => {
      await walker.fill(walker.field('原密码'), OWN_PASSWORD)
      await walker.fill(walker.field('新密码'), '冬天停炉要保养 2')
      await walker.fill(walker.field('再输入一次新密码'), '冬天停炉要保养 2')
      await walker.press(walker.button('修改密码'))
      await walker.sees('密码已修改，其他设备上的登录已退出。')
    },
  }),
  task({
    name: '17 退出其他设备',
    before: 1,
    least: 1,
    prepare: async page => {
      await openSession('qingyuan')
      await signIn('qingyuan')(page)
    },
    from: '/admin/user/security',
    walk: async walker => {
      await walker.press(walker.button('退出其他全部登录'))
      await expect(walker.main().getByRole('table', { name: '本账号现有的登录' }).locator('tbody tr')).toHaveCount(1)
    },
  }),
  task({
    name: '19 下载证书',
    before: 2,
    least: 2,
    prepare: signIn('qingyuan'),
    from: OVERVIEW,
    walk: async walker => {
      await walker.press(walker.link(/^有效证书/))
      expect(await walker.download(walker.button(/^下载 ?证书/).first())).toMatch(/\.pdf$/)
    },
  }),
  task({
    name: '20 下载我的全部信息',
    least: 2,
    prepare: signIn('qingyuan'),
    from: OVERVIEW,
    walk: async walker => {
      await walker.press(walker.link('个人信息').last())
      expect(await walker.download(walker.button('下载我的全部信息'))).toMatch(/\.zip$/)
    },
  }),
  task({
    name: '20 注销账号',
    before: 4,
    least: 4,
    prepare: ownCompany,
    from: OVERVIEW,
    walk: async walker => {
      await walker.press(walker.link('个人信息').last())
      await walker.press(walker.button('注销账号'))
      const dialog = walker.page.getByRole('dialog', { name: '确认注销账号' })
      await walker.fill(dialog.getByLabel(/^登录密码/), OWN_PASSWORD)
      await walker.press(dialog.getByRole('button', { name: /^注 ?销$/ }))
      await walker.isAt(/\/admin\/login\/closed/)
    },
  }),
]

import { writeFile } from 'node:fs/promises'
import { DEMO_PASSWORD } from '../../src/modules/accounts/demoNames.ts'
import { COLUMN, named } from '../support/articles.ts'
import { newCompany, newPhone } from '../support/company.ts'
import { newNumber, openCourse, portrait } from '../support/enrolling.ts'
import { certificateNumber } from '../support/routes.ts'
import { ask, codeTo, expect, hashOf, lookInto } from '../support/test.ts'
import { inEachBrowser, test } from './test.ts'
import { button, choice, DOWN, ENTER, ESCAPE, eventually, field, link } from './user.ts'

const DIALOG = ':is([role=dialog], dialog[open])'

/** Asks the site's database. */
async function recordsOf(query: string, ...values: unknown[]) {
  const database = await lookInto()
  const { rows } = await database.query(query, values)
  await database.end()
  return rows
}

/** The draft of an application to join, as the site keeps it. */
async function draftOf(token: string) {
  const answer = await fetch(`${process.env.SITE_URL}/api/member/getApply1`, { headers: { token } })
  return (await answer.json()).data.form
}

inEachBrowser(() => {
  test('checks a certificate by its number', async ({ user }) => {
    const number = await certificateNumber('valid')
    await user.visit('/admin/verify')
    await user.type(field(/^证书编号/), number)
    await user.press(button('查验', 'main'))
    await user.sees({ css: '.verdict' }, /有效.*截至今天/s)
    await user.isAt(new RegExp(`[?&]number=${number}(&|$)`))
  })

  test('searches from the header', async ({ user }) => {
    await user.visit('/admin/news/list/21')
    await user.type(field('全站搜索', 'header'), '化学清洗')
    await user.strike(ENTER)
    await user.isAt(`/admin/home/search?key=${encodeURIComponent('化学清洗')}`)
    await user.sees({ css: '.hits em' }, '化学清洗')
  })

  test('narrows a register to what is valid', async ({ user }) => {
    await user.visit('/admin/publicity/qualification')
    await user.focus(field('状态'))
    for (const status of ['notYet', 'valid']) {
      await user.strike(DOWN)
      await user.isAt(new RegExp(`[?&]status=${status}$`))
    }
    const { list } = await ask('/app/publicity/qualification/list?status=valid&pageSize=20')
    await user.sees({ css: 'tbody tr' }, list[0].certNo)
    await user.seesNo({ css: 'tbody tr', name: /已?(?:撤销|暂停|注销)/ })
  })

  test('checks a list of certificates from a file', async ({ user }) => {
    const number = await certificateNumber('valid')
    const file = test.info().outputPath('名单.csv')
    await writeFile(file, `单位,证书编号\n某某,${number}\n`)
    await user.visit('/admin/verify/batch')
    await user.chooseFiles('main input[type=file]', [file])
    await user.press(button('查验', 'main'))
    await user.sees({ css: 'tbody tr' }, new RegExp(`${number}.*有效`, 's'))
  })

  test('signs in as a member, and out', async ({ user }) => {
    await user.visit('/admin/login/login')
    await user.type(field('用户名、手机号或统一社会信用代码'), 'qingyuan')
    await user.type(field('密码'), DEMO_PASSWORD)
    await user.press(button('登录', 'main'))
    await user.isAt('/admin/user')
    const token = await user.run(() => localStorage.getItem('token')!)
    const sessions = () => recordsOf('select ended_at from session where token_hash = $1', hashOf(token))
    expect(await sessions()).toEqual([{ ended_at: null }])
    await user.press(button('退出', 'header'))
    await user.isAt('/admin/home/dash')
    await user.sees(link('登录', 'header'))
    await eventually(async () => expect(await sessions()).not.toContainEqual({ ended_at: null }))
  })

  test('begins to join, and is led to the field that is wrong', async ({ user, request }) => {
    const { token } = await newCompany({ request })
    const postcode = field(/^邮政编码/)
    await user.run(token => localStorage.setItem('token', token), token)
    await user.visit('/admin/user/membership/apply')
    await user.press(button('全部展开', 'main'))
    await user.type(postcode, '12345')
    await eventually(async () => expect(await draftOf(token)).toMatchObject({ postcode: '12345' }))
    await user.press(button(/核对并提交$/, 'main'))
    await user.press(link(/6 位数字/, '[role=alert]'))
    await user.isFocused(postcode)
    await user.sees({ css: '.field[data-invalid]' }, /邮政编码.*6 位数字/s)
    expect(await user.valueOf(postcode)).toBe('12345')
  })

  test('chooses a day in the calendar of a field', async ({ user, request }) => {
    const { token } = await newCompany({ request })
    const day = field(/^成立日期/)
    await user.run(token => localStorage.setItem('token', token), token)
    await user.visit('/admin/user/membership/apply')
    await user.press(button('全部展开', 'main'))
    // Sections that unfold move the field away from under the mouse.
    await eventually(async () => {
      await user.press(day)
      expect(await user.run(() => document.querySelector('.ant-picker-header-super-prev-btn') !== null)).toBe(true)
    })
    await user.press({ css: '.ant-picker-header-super-prev-btn' })
    await user.press({ css: '.ant-picker-cell-in-view[title$="-15"]' })
    await user.seesNo({ css: '.ant-picker-dropdown' })
    const chosen = await user.valueOf(day)
    expect(chosen).toMatch(/^\d{4}-\d\d-15$/)
    await eventually(async () => expect(await draftOf(token)).toMatchObject({ foundedOn: chosen }))
  })

  test('enrols in a course, with a photo, past the check of what was entered', async ({ user }) => {
    const id = await openCourse('其他浏览器报名演示班')
    const [phone, number] = [newPhone(), newNumber()]
    const photo = test.info().outputPath('照片.png')
    await writeFile(photo, (await portrait('#438edb')).buffer)
    await user.visit(`/admin/publicity/training/${id}`)
    await user.press(link('报名培训班', 'main'))
    await user.isAt(`/admin/publicity/training/enrol/${id}`)
    await user.type(field(/^联系人手机/), phone)
    await user.press(button('获取验证码'))
    await user.sees({ css: 'main' }, `验证码已发送到 ${phone}`)
    await user.type(field(/^短信验证码/), await codeTo(phone))
    await user.press(button('下一步：填写报名表'))
    await user.press(choice('个人报名'))
    await user.focus(field(/^所在省份/))
    await user.strike(DOWN)
    await user.type(field(/^联系人(必填)?$/), '李晓明')
    await user.type(field(/^姓名/), '李晓明')
    await user.type(field(/^证件号码/), number)
    await user.press({ css: 'main input[name$=levelCode]' })
    await user.chooseFiles('.participant-photo input', [photo])
    await user.sees({ css: 'main' }, '照片已上传，可重新选择替换')
    await user.press(choice('不需要'))
    await user.press(choice(/报名须知/))
    await user.press(button('下一步：核对报名表'))
    await user.sees({ css: 'main h2' }, '提交前请核对')
    await user.sees({ css: '.participant-names' }, number)
    await user.press(button('确认提交'))
    await user.sees({ css: 'main h2' }, '报名已提交')
    expect(await recordsOf('select name from participant where course_id = $1', id)).toEqual([{ name: '李晓明' }])
  })

  test('finds a company in the back office', async ({ user, enterStaff }) => {
    await enterStaff('admin')
    await user.visit('/staff/organisations')
    await user.type(field('名称、信用代码、电话或姓名'), '清源')
    await user.strike(ENTER)
    await user.isAt(`/staff/organisations?key=${encodeURIComponent('清源')}`)
    await user.press(link('北京清源锅炉清洗有限公司', 'main tbody'))
    await user.isAt(/^\/staff\/organisations\/\d+$/)
    await user.sees({ css: 'main h2' }, '北京清源锅炉清洗有限公司')
  })

  test('closes a dialog by Escape, and nothing has been done', async ({ user, enterStaff }) => {
    const number = await certificateNumber('valid')
    const certificates = () => recordsOf('select id, status from certificate where number = $1', number)
    const [before] = await certificates()
    await enterStaff('admin')
    await user.visit(`/staff/certificates/${before.id}`)
    await user.press(button('暂停', 'main'))
    await user.sees({ css: DIALOG }, '原因')
    await user.strike(ESCAPE)
    await user.seesNo({ css: DIALOG })
    expect(await certificates()).toEqual([before])
  })

  test('writes an article and publishes it', async ({ user, enterStaff }) => {
    const title = named('锅炉房改造公告')
    await enterStaff('editor')
    await user.visit(`/staff/articles?catalogId=${COLUMN}`)
    await user.press(button('新建文章'))
    // The list that is left has a field of that name, too.
    await user.sees({ css: '.rich-words' })
    await user.type(field(/^标题/), title)
    await user.isAt(/^\/staff\/articles\/\d+$/)
    await user.type({ css: '.rich-words' }, '供水泵')
    await user.control('b')
    await user.strike(...'两台')
    await user.sees({ css: '.rich-words strong' }, '两台')
    await user.sees({ css: '.save-state' }, '已保存')
    await user.press(button('发布…'))
    await user.press(button('发布', DIALOG))
    await user.sees({ css: '.writing-said' }, '已发布')
    const id = (await user.run(() => location.pathname)).split('/').at(-1)
    const article = await ask(`/catalog/a/info?id=${id}`)
    expect(article).toMatchObject({ title })
    expect(JSON.stringify(article)).toContain('<p>供水泵<strong>两台</strong></p>')
  })
})

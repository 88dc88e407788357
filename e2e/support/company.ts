import type { Page } from '@playwright/test'
import { doWork } from '#test/support/captcha.ts'
import { codeTo, expect, lookInto } from './test.ts'
import { newCreditCode, newPhone, newUserName } from './uniqueValues.ts'

export { newPhone }

/** Who makes calls without a screen. */
type Caller = Pick<Page, 'request'>

export async function call(page: Caller, path: string, data: object, token = 'anonymous') {
  const response = await page.request.post(`/api${path}`, { data, headers: { token } })
  const answer = await response.json()
  if (answer.code !== 200) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data
}

/** A company with an account, whose representative can be reached. */
export async function newCompany(page: Caller) {
  const company = { orgName: '北京变更锅炉清洗有限公司', creditCode: newCreditCode() }
  const [phone, second] = [newPhone(), newPhone()]
  const { token } = await register(page, { ...company, accountType: 'organisation', phone })
  const form = {
    name: company.orgName,
    creditCode: company.creditCode,
    nature: 'private',
    categories: ['cleaning'],
    legalPerson: '赵一鸣',
    provinceCode: '110000',
    city: '北京',
    address: '演示路1号',
    mainBusiness: '清洗',
    intro: '锅炉清洗。',
    liaisonName: '孙三',
    liaisonPosition: '主任',
    liaisonMobile: phone,
    representativeName: '钱二',
    representativePosition: '总经理',
    representativeMobile: second,
    liaisonEmail: 'sun@example.com',
  }
  await call(page, '/member/complete', { form }, token)
  return { ...company, phone, second, token }
}

/** Registers a personal account with that phone. */
export const newPerson = (page: Page, phone: string, realName = '王敏', sent?: Sent) =>
  register(page, { accountType: 'person', realName, phone }, sent)

type Whose = { accountType: 'organisation' | 'person'; phone: string; realName?: string; orgName?: string }

export const OWN_PASSWORD = '清洗之前先看水质 7'

/** How a registering person gets the SMS code, and how the wait before the next one is skipped. */
type Sent = { codeTo: (phone: string) => Promise<string>; aMinuteLater: () => Promise<void> }
const everybodys: Sent = {
  codeTo: phone => codeTo(phone),
  aMinuteLater: async () => {
    const database = await lookInto()
    await database.query(`update attempt set at = at - interval '1 minute' where purpose in ('codeTo', 'codeFrom')`)
    await database.end()
  },
}

async function register(page: Caller, whose: Whose, sent = everybodys) {
  const { phone } = whose
  const read = async (path: string) => (await (await page.request.get(`/api${path}`)).json()).data
  const { captchaId, work } = await read('/captcha')
  await call(page, '/member/getCode', { scene: 'register', phone, captchaId, captcha: await doWork(work) })
  const agree = (await read('/document')).map(({ document, version }: Record<string, string>) => ({
    document,
    version,
  }))
  const account = { userName: newUserName(), password: OWN_PASSWORD }
  const { token } = await call(page, '/register', { ...whose, ...account, agree, code: await sent.codeTo(phone) })
  await sent.aMinuteLater()
  return { token: token as string }
}

/** A page of nothing, as a PDF that lacks nothing: a reader which mends one says so, if it comes to it. */
export const scan = (name: string) => ({ name, mimeType: 'application/pdf', buffer: nothing() })

function nothing() {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
  ]
  let text = '%PDF-1.4\n'
  let places = '0000000000 65535 f \n'
  for (const [i, object] of objects.entries()) {
    places += `${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${i + 1} 0 obj${object}endobj\n`
  }
  const trailer = `trailer<</Root 1 0 R/Size 4>>\nstartxref\n${text.length}\n%%EOF`
  return Buffer.from(`${text}xref\n0 4\n${places}${trailer}`)
}

type ChosenFile = { name: string; mimeType: string; buffer: Buffer }

/** Chosen from the disk, as with the button. */
export async function chooseFile(page: Page, slot: string, file: ChosenFile) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: new RegExp(`^选择文件 ?：${slot}`) }).click()
  await (await chooser).setFiles(file)
}

/** Into a slot of a form, as its member does. */
export async function upload(page: Page, slot: string, file: ChosenFile) {
  await chooseFile(page, slot, file)
  await expect(page.getByRole('button', { name: new RegExp(`^移除 ?${file.name}`) })).toBeVisible()
}

/** The calls of a member: with `data` a POST, without a GET; and a paper that any of its applications takes. */
export async function memberCalls(page: Page, token: string) {
  const call = async (path: string, data?: object) => {
    const options = { headers: { token }, data }
    const response = await (data ? page.request.post(`/api${path}`, options) : page.request.get(`/api${path}`, options))
    const answer = await response.json()
    if (answer.code !== 200) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  const multipart = { use: 'material', file: scan('材料.pdf') }
  const stored = await page.request.post('/api/file/upload', { headers: { token }, multipart })
  return { call, fileId: (await stored.json()).data.id as number }
}

/** Makes the company a member. */
export async function makeMember({ creditCode }: { creditCode: string }): Promise<void> {
  const database = await lookInto()
  await database.query(
    `insert into member (number, kind, level_code, joined_on, valid_to, organisation_id)
     select 'STEP-' || id, 'organisation', 10, current_date, current_date + 400, id from organisation
     where credit_code = $1`,
    [creditCode],
  )
  await database.end()
}

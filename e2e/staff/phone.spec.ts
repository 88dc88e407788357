import { Secret, TOTP } from 'otpauth'
import { openEncryption } from '#lib/server/encryption/encryption.ts'
import { faultsOf } from '../support/axe.ts'
import { newCompany } from '../support/company.ts'
import { desk } from '../support/desk.ts'
import { paidEnrolment } from '../support/refunding.ts'
import { expect, hashOf, lookInto, phone, test, textsTo, visit } from '../support/test.ts'
import { digits, newPhone } from '../support/uniqueValues.ts'

test.use(phone)

/** A colleague of finance with a second factor, who has chosen text messages. */
async function colleague() {
  const { encrypt } = await openEncryption({ dataDir: process.env.SITE_DATA!, secretKey: undefined })
  const secret = new Secret({ size: 20 }).base32
  const [mobile, userName] = [newPhone(), `finance_${digits(8)}`]
  const database = await lookInto()
  await database.query(
    `with made as (
       insert into account (kind, user_name, display_name, password_hash, roles, totp_since, totp_sealed, phone_sealed)
       values ('staff', $1, '复核员', 'none', '{cashier}', now(), $2, $3) returning id)
     insert into message_choice (account_id, kind, sms, mail, wechat) select id, 'operation', true, 'off', false from made`,
    [userName, encrypt(secret), encrypt(mobile)],
  )
  await database.end()
  return { mobile, code: () => new TOTP({ secret: Secret.fromBase32(secret) }).generate() }
}

/** The passcode of the text about this record: others may reach the same colleague meanwhile. */
async function passcodeFor(mobile: string, objectType: string, objectId: number): Promise<string> {
  const find = async () => {
    const passcodes = (await textsTo(mobile)).flatMap(text => text.match(/口令 ([\w-]{19})/)?.[1] ?? [])
    const database = await lookInto()
    const { rows } = await database.query(
      'select token_hash from case_link where object_type = $1 and object_id = $2',
      [objectType, objectId],
    )
    await database.end()
    return passcodes.findLast(passcode => rows.some(({ token_hash }) => token_hash === hashOf(passcode))) ?? ''
  }
  await expect.poll(find).not.toBe('')
  return find()
}

test('a refund is approved on a phone, by the link of its message and a code', async ({ page }) => {
  const { mobile, code } = await colleague()
  const { orgName } = await newCompany(page)
  const enrolment = await paidEnrolment('手机复核班', orgName)
  const cashier = await desk('cashier')
  const { id } = await cashier('POST', '/staff/refund/ask', {
    id: enrolment * 100 + 4,
    amount: 350,
    reason: '重复缴费',
    payee: orgName,
    bank: '示例银行',
    account: '6222000011112222',
  })
  const { approvalId } = await cashier('GET', `/staff/refund/detail?id=${id}`)
  await visit(page, `/staff/link#${await passcodeFor(mobile, 'approval', approvalId)}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: '请确认是您本人' })).toBeVisible()
  await expect(main).not.toContainText(orgName)
  expect(await faultsOf(page)).toEqual([])
  await main.getByRole('textbox', { name: '动态验证码' }).fill('000000')
  await main.getByRole('button', { name: '打开' }).click()
  await expect(main.getByText(/验证码不正确/).first()).toBeVisible()
  await main.getByRole('textbox', { name: '动态验证码' }).fill(code())
  await main.getByRole('button', { name: '打开' }).click()
  await expect(main.getByRole('heading', { name: '退款', level: 1 })).toBeVisible()
  await expect(main).toContainText('350')
  await expect(main).toContainText('**** 2222')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  expect(await faultsOf(page)).toEqual([])

  await main.getByRole('button', { name: '不同意' }).click()
  await expect(main).toContainText('这项操作不会执行，提出的同事收到消息')
  await main.getByRole('button', { name: '返回' }).click()
  await main.getByRole('button', { name: '同意并执行' }).click()
  await expect(main).toContainText('同意后立即执行')
  await main.getByRole('button', { name: '确认：同意并执行' }).click()
  await expect(main.getByRole('heading', { name: '已办理' })).toBeVisible()
  await expect(main).toContainText('已同意，操作已生效')
  expect(await cashier('GET', `/staff/refund/detail?id=${id}`)).toMatchObject({
    state: 'agreed',
    decidedName: '复核员',
  })

  await page.reload()
  await expect(main.getByText(/用过，每个链接只能办理一次/)).toBeVisible()
})

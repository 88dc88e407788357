import { newApplication } from '../support/applying.ts'
import { call } from '../support/company.ts'
import { decisions } from '../support/desk.ts'
import { MOST_SHIFT, shiftsOf, watchShifts } from '../support/shifts.ts'
import { expect, phone, signInBy, test, visit } from '../support/test.ts'

test.use(phone)

test('the materials of an application that was refused are taken over in the second step, and taken back', async ({
  page,
}) => {
  const of = await newApplication(page)
  const decide = await decisions('reviewer')
  const pass = { action: 'pass', opinion: '同意' }
  await decide('/staff/review/decide', of.name, pass)
  await of.handInMaterials()
  await decide('/staff/review/decide', of.name, { action: 'reject', opinion: '本年度不再受理' })
  const answer = await page.request.get('/api/member/getApply1', { headers: { token: of.token } })
  const { form } = (await answer.json()).data
  const wishes = { levelCode: '10', applyReason: '再次申请', agreeCharter: true, agreeTruth: true }
  const sent = { form: { ...form, ...wishes, name: of.name }, action: 'submit' }
  await call(page, '/member/apply1Submit', sent, of.token)
  await decide('/staff/review/decide', of.name, pass)

  await signInBy(page, of.token)
  await watchShifts(page)
  await visit(page, '/admin/user/membership/materials')
  const card = page.getByRole('region', { name: '从以前的申请带入材料' })
  await expect(card).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { sum, what } = await shiftsOf(page)
  expect(sum, what.join('\n')).toBeLessThan(MOST_SHIFT)
  await card.getByRole('button', { name: '带入', exact: true }).click()
  await expect(card.getByText('已带入 1 个文件。')).toBeVisible()
  await expect(card.getByText(/盖章.*须按这次的内容重新打印、签章/)).toBeVisible()
  const main = page.getByRole('main')
  const taken = main.getByRole('button', { name: '预览 营业执照.png' })
  await expect(taken).toBeVisible()
  await card.getByRole('button', { name: '撤销带入' }).click()
  await expect(taken).toHaveCount(0)
})

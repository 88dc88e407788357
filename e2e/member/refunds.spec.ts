import { newCompany } from '../support/company.ts'
import { desk } from '../support/desk.ts'
import { openCourse } from '../support/enrolling.ts'
import { expect, lookInto, signInBy, test, visit } from '../support/test.ts'

/** A paid enrolment of three people of the company. */
async function paidEnrolment(title: string, orgName: string): Promise<number> {
  const courseId = await openCourse(title)
  const database = await lookInto()
  const ask = async (sql: string, values: unknown[]) => (await database.query(sql, values)).rows[0]
  await ask(
    `update course set refund_rule = '教材已寄出的，扣除工本费。',
       refund_steps = '[{"days": 40, "percent": 100}, {"days": 10, "percent": 50}]' where id = $1`,
    [courseId],
  )
  const { id: organisationId } = await ask('select id from organisation where name = $1 order by id desc limit 1', [
    orgName,
  ])
  const { id } = await ask(
    `insert into registration (number, course_id, channel, organisation_id, organisation_name, status, total_fee, confirmed_at)
     values ($1, $2, 'import', $3, $4, 'confirmed', 4500, now()) returning id`,
    [`TF2026-${courseId}`, courseId, organisationId, orgName],
  )
  await ask(
    `insert into receivable (id, kind, payable_id, number, organisation_id, debtor, about, amount, state, raised_on, paid_on,
       payer, confirmed_at)
     values ($1, 'enrolment', $2, $3, $4, $5, $6, 4500, 'confirmed', current_date, current_date, $5, now())`,
    [id * 100 + 4, id, `TF2026-${courseId}`, organisationId, orgName, title],
  )
  for (const [i, name] of ['水一清', '水二清', '水三清'].entries())
    await ask('insert into participant (registration_id, course_id, name, place) values ($1, $2, $3, $4)', [
      id,
      courseId,
      name,
      i + 1,
    ])
  const { id: paymentId } = await ask(
    `insert into payment (way, amount, paid_on, payer, organisation_id) values ('slip', 4500, current_date, $1, $2)
     returning id`,
    [orgName, organisationId],
  )
  await ask(
    `insert into allocation (payment_id, kind, receivable_id, amount, day, booked_on)
     values ($1, 'enrolment', $2, 4500, current_date, current_date)`,
    [paymentId, id * 100 + 4],
  )
  await database.end()
  return id
}

test('a company gives up two of three places: what comes back and what ends is said before, the days after', async ({
  page,
  signInStaff,
}) => {
  const { token, orgName } = await newCompany(page)
  const id = await paidEnrolment('退费演示班', orgName)
  const main = page.getByRole('main')
  await signInBy(page, token)
  await visit(page, `/admin/user/training/registrations/${id}`)
  await main.getByRole('link', { name: '取消报名并申请退款' }).click()
  await expect(main.getByText('名额随即让出')).toBeVisible()
  await expect(main.getByText('按规定今天可退 2,250 元')).toBeVisible()
  await main.getByRole('checkbox', { name: /水三清/ }).uncheck()
  await expect(main.getByText('按规定今天可退 1,500 元')).toBeVisible()
  await expect(main.getByLabel(/^退款金额/)).toHaveValue('1500')
  await main.getByLabel(/^原因/).fill('临时出差')
  await main.getByLabel(/^开户行/).fill('示例银行')
  await main.getByRole('button', { name: '确认退出并申请退款' }).click()
  await expect(main.getByRole('link', { name: /收款账号/ })).toBeVisible()
  await main.getByLabel(/^收款账号/).fill('6222 0000 1111 2222')
  await main.getByRole('button', { name: '确认退出并申请退款' }).click()
  const row = main.getByRole('row', { name: /退费演示班/ })
  await expect(row).toContainText('待受理')
  await expect(row).toContainText(/预计\d+年\d+月\d+日前汇出/)
  await expect(row).toContainText('**** 2222')

  const call = await desk('cashier')
  const { list } = await call('GET', '/staff/refund/list?by=payer&key=TF2026')
  await signInStaff('cashier')
  await visit(page, `/staff/refunds/${list[0].id}`)
  await main.getByRole('button', { name: '受理', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^退款金额/).fill('1400')
  await dialog.getByLabel(/^为什么不是申请的金额/).fill('教材工本费 100 元')
  await dialog.getByRole('button', { name: '受理', exact: true }).click()
  await expect(main.getByText('待同意').first()).toBeVisible()
  await expect(main.getByText('教材工本费 100 元')).toBeVisible()
})

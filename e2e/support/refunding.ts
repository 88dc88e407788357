import { openCourse } from './enrolling.ts'
import { lookInto } from './test.ts'

/** A paid enrolment of three people of the company. */
export async function paidEnrolment(title: string, orgName: string): Promise<number> {
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

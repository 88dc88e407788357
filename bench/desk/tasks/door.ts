import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

const PEOPLE = 60
const TITLE = '锅炉水处理作业班（现场缴费）'

/** A class of which nobody has paid yet, made of the one registration of the demo that has to pay. */
const MAKE_CLASS = `
  with model as (select r.*, a.id as of from registration r join application a on a.id = r.application_id
      where r.status = 'unpaid' and a.state = 'unpaid' limit 1),
    class as (insert into course (title, kind, mode, quota, fee_member, fee_other, apply_from, apply_until, starts_on, ends_on, published_at)
      select $1, c.kind, c.mode, 100, 800, 1000, c.apply_from, c.apply_until, current_date, current_date + 2, now()
      from course c join model m on m.course_id = c.id returning id),
    applied as (insert into application (number, kind, account_id, organisation_id, subject_id, title, state, form, version, revision, submitted_at)
      select 'DOOR' || lpad(i::text, 4, '0'), a.kind, null, a.organisation_id, class.id, '学员' || i || '　' || $1,
        'unpaid', a.form, a.version, a.revision, now()
      from application a join model m on m.of = a.id, class, generate_series(1, ${PEOPLE}) i returning id, number, subject_id),
    signed as (insert into registration (number, application_id, course_id, organisation_id, organisation_name, contact_name, status, total_fee, channel)
      select d.number, d.id, d.subject_id, m.organisation_id, '第' || substr(d.number, 5) || '号学员单位', m.contact_name, 'unpaid', 1000, 'member'
      from applied d, model m returning id, course_id, number, application_id, organisation_id, organisation_name, total_fee),
    owed as (insert into receivable (id, kind, payable_id, application_id, number, organisation_id, debtor, about, amount, raised_on)
      select id * 100 + 4, 'enrolment', id, application_id, number, organisation_id, organisation_name, $1, total_fee, current_date
      from signed)
  insert into participant (registration_id, course_id, place, name)
    select id, course_id, 1, '学员' || substr(number, 5) from signed`

/** A class of 60 pays at the door: on the phone of the cashier. */
export const door: Task = {
  code: 'door',
  as: 'cashier',
  viewport: { width: 375, height: 812 },
  prepare: async () => {
    const database = await lookInto()
    const { rowCount } = await database.query(MAKE_CLASS, [TITLE]).finally(() => database.end())
    if (rowCount !== PEOPLE) throw new Error(`${rowCount} people were signed up`)
  },
  run: async hand => {
    const { page, click, check, type, press, see } = hand
    await open(hand, '应收与实收')
    await type(page.getByLabel('单位、编号或款项'), '现场缴费')
    await press('Enter')
    await page.waitForURL(/key=/)
    const bar = page.getByRole('region', { name: '批量处理' })
    await check(page.getByRole('checkbox', { name: /^选择 / }).first())
    await click(page.getByRole('button', { name: `选择全部 ${PEOPLE} 笔` }))
    await see(bar.getByText(`已选 ${PEOPLE} 笔`))
    await click(bar.getByRole('button', { name: '登记到账' }))
    const dialog = page.getByRole('dialog')
    await click(dialog.getByRole('radio', { name: 'POS 刷卡' }))
    await click(dialog.getByRole('button', { name: '登记到账' }))
    await see(dialog.getByText(`已处理 ${PEOPLE} 笔`))
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query(
      `select count(*)::int as n, sum(p.amount)::float as sum from registration r
        join allocation a on a.receivable_id = r.id * 100 + 4 join payment p on p.id = a.payment_id
        join course c on c.id = r.course_id where c.title = $1 and r.status = 'confirmed' and p.way = 'pos'`,
      [TITLE],
    )
    await database.end()
    const [{ n, sum }] = rows
    if (n !== PEOPLE || sum !== PEOPLE * 1000) throw new Error(`${n} have paid ${sum} yuan`)
  },
}

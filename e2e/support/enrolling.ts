import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { residentId } from '#test/support/workbooks.ts'
import { desk } from './desk.ts'
import { codeTo, expect, lookInto } from './test.ts'

/** A course for which one may sign up, with levels asked for, and photos unless it is said otherwise. */
export async function openCourse(title: string, quota = 40, { asksPhoto = true } = {}): Promise<number> {
  const database = await lookInto()
  const { rows } = await database.query(
    `insert into course (title, kind, mode, personnel_kind_id, apply_from, apply_until, starts_on, ends_on, quota,
       fee_member, fee_other, fee_note, asks_photo, contact_name, contact_phone, city, published_at)
     select $1, 'certification', 'onsite', id, now() - interval '2 days', now() + interval '20 days',
       current_date + 30, current_date + 34, $2, 1200, 1500, '食宿自理', $3, '段亦凡', '010-5550 0136', '常州',
       now() - interval '2 days'
     from personnel_kind where jsonb_array_length(levels) > 1 order by id limit 1 returning id`,
    [title, quota, asksPhoto],
  )
  await database.end()
  return rows[0].id
}

/** Takes the only place of the course. */
export async function fillUp(courseId: number): Promise<void> {
  const database = await lookInto()
  const { rows } = await database.query(
    `insert into registration (number, course_id, channel, organisation_name, status)
     values ($1, $2, 'import', '常州第一锅炉清洗公司', 'confirmed') returning id`,
    [`HB2026-${courseId}`, courseId],
  )
  const place = [rows[0].id, courseId]
  await database.query(`insert into participant (registration_id, course_id, name) values ($1, $2, '赵一明')`, place)
  await database.end()
}

/** Adds one place and runs the waiting list job. */
export async function makeRoom(courseId: number): Promise<void> {
  const database = await lookInto()
  await database.query('update course set quota = quota + 1 where id = $1', [courseId])
  await database.query(`insert into pgboss.job (name, data) values ('hangxie', '{"job":"offerPlaces"}')`)
  await database.end()
}

/** A portrait's size of one colour. */
export const portrait = async (background: string) => ({
  name: '照片.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 413, height: 579, channels: 3, background } })
    .png()
    .toBuffer(),
})

/** ID number that no other test uses. */
export const newNumber = () => residentId(randomInt(20_000), `19${randomInt(60, 99)}0101`)

/** Decides on the registration with that number, as staff. */
export async function decide(by: 'trainer' | 'cashier', regNo: string, decision: object) {
  const say = await desk(by)
  const what = by === 'trainer' ? 'decide' : 'payment'
  const database = await lookInto()
  const { rows } = await database.query(
    `select registration.id, application.version from registration
     join application on application.id = application_id where registration.number = $1`,
    [regNo],
  )
  await database.end()
  await say('POST', `/staff/training/registration/${what}`, { ...rows[0], ...decision })
}

/** Verifies a phone on the enrolment page of a course, up to its form. */
export async function provePhone(page: Page, phone: string) {
  const field = (label: string) => page.getByRole('main').getByLabel(new RegExp(`^${label} ?(必填|选填)?$`))
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
  await field('联系人手机').fill(phone)
  await press('获取验证码')
  await expect(page.getByText(`验证码已发送到 ${phone}`)).toBeVisible()
  await field('短信验证码').fill(await codeTo(phone))
  await press('下一步：填写报名表')
  await expect(page.getByRole('form', { name: '报名表' })).toBeVisible()
}

import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { course } from '#modules/training/server/tables.ts'
import { staffSession, staffWith } from '../../support/make.ts'
import { setUpSite, site } from '../site.ts'

export let cookie: { cookie: string }
export let trainer: ReturnType<typeof site.as>
export let uploader: Record<string, string>

export function setUpCourses() {
  setUpSite({ env: { WRITES_PER_MINUTE: '5000' } })
  beforeAll(async () => {
    cookie = await staffSession(site, await staffWith(site, ['trainer']))
    trainer = site.as(cookie)
    uploader = { ...cookie, 'sec-fetch-site': 'same-origin' }
  })
}

export const today = dayOf(new Date())
export const inDays = (days: number) => addDays(today, days)
let made = 0

/** All fields that a course needs to be published. */
export const form = (changes: object = {}) => ({
  title: `锅炉水质检测员取证班 ${++made}`,
  kind: 'certification',
  mode: 'onsite',
  batch: `第${made}期`,
  applyFrom: `${inDays(-3)}T09:00`,
  applyDeadline: inDays(10),
  startsOn: inDays(20),
  endsOn: inDays(22),
  provinceCode: '320000',
  city: '苏州',
  address: '演示路 28 号培训中心',
  quota: 20,
  feeMember: 0,
  feeOther: 0,
  contactName: '培训部 江晚舟',
  contactPhone: '010-55500135',
  syllabus: '<p>第一天：水质分析</p>',
  ...changes,
})
export const save = (sent: object, by = trainer) => by.post('/staff/training/course/save', sent)
export const act = (name: string, of: { id: number; version: number }, more: object = {}, by = trainer) =>
  by.post(`/staff/training/course/${name}`, { id: of.id, version: of.version, ...more })
export const detail = async (id: number) => (await trainer.get('/staff/training/course/detail', { id })).data
export const rowOf = async (id: number) => (await site.services.db.select().from(course).where(eq(course.id, id)))[0]!
export const visible = async (id: number) => (await site.get('/app/training/detail', { id })).code === 200
export async function published(changes: object = {}) {
  const { data } = await save({ form: form(changes) })
  return (await act('publish', data)).data as { id: number; version: number }
}

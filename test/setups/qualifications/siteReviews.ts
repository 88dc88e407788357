import { beforeAll, beforeEach } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { type asStaff, staffSession, staffWith } from '../../support/make.ts'
import { type Awaiting, awaitingSite, CHECKLIST, expertCalled, putScan } from '../../support/onSite.ts'
import { setUpSite, site } from '../site.ts'

export let reviewer: Awaited<ReturnType<typeof asStaff>>
export let cookie: { cookie: string }
/** Ids by name of experts without a conflict of interest with a newly created company. */
export const experts: Record<string, number> = {}
export const today = dayOf(new Date())

export function setUpSiteReviews() {
  setUpSite({ demo: true })
  beforeAll(async () => {
    for (const name of ['沈怀瑾', '晏清和', '苏晴', '贺云舟', '蔺相宜']) experts[name] = await expertCalled(site, name)
  })
  // Use a new reviewer for each test: one alone would exceed the rate limit for writes.
  beforeEach(async () => {
    cookie = await staffSession(site, await staffWith(site, ['reviewer']))
    reviewer = site.as(cookie)
  })
}

export const PLAN = { plannedOn: today, days: 1, place: '北京市朝阳区演示路 28 号', note: '请备好质量手册与设备台账' }
export const GROUP = () => [
  { expertId: experts.沈怀瑾!, role: 'leader' },
  { expertId: experts.苏晴!, role: 'member' },
]
export const act = (what: string, given: object, by = reviewer) => by.post(`/staff/qualification/site/${what}`, given)
export const arrange = (id: number, given: object = {}, by = reviewer) =>
  act('arrange', { id, version: 0, ...PLAN, experts: GROUP(), ...given }, by)

/** Prepares a review on its day, with the declarations of all experts signed. */
export async function onSite() {
  const of = await awaitingSite(site)
  const { data } = await arrange(of.id)
  for (const { expertId } of GROUP()) await act('declare', { id: of.id, expertId, declared: true })
  return { ...of, version: data.version as number }
}

const conforms = CHECKLIST.map((_, i) => ({ place: i + 1, result: 'conforms', remark: '' }))
export const found = [
  { clause: '5.2 设备', description: '两台 pH 计已过校准有效期', dueOn: addDays(today, 20) },
  { clause: '6.1 记录', description: '一份作业记录缺少缓蚀率计算', dueOn: addDays(today, 28) },
]
export async function conclude({ id, version }: { id: number; version: number }, given: object = {}) {
  const fileIds = [await putScan(site, cookie)]
  const whole = { findings: conforms, summary: '体系运行有效。', conclusion: 'recommended', fileIds, ...given }
  return act('record', { id, version, action: 'conclude', ...whole })
}
export const rectification = async ({ api, id }: Awaiting) =>
  (await api.get('/qualification/rectification', { id })).data

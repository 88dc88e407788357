import { and, eq, like } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { message } from '#modules/messages/server/tables.ts'
import { asStaff } from '../../support/make.ts'
import { staffed } from '../../support/staffed.ts'
import { setUpSite, site } from '../site.ts'

export let staff: Awaited<ReturnType<typeof asStaff>>

export function setUpShortfalls() {
  setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '10000' } })
  beforeAll(async () => {
    staff = await asStaff(site, 'admin')
  })
}

export type Company = Awaited<ReturnType<typeof staffed>>
export const today = dayOf(new Date())
export const on = (day: string): Ctx => site.ctx(new Date(`${day}T08:50:00+08:00`))

/** FW02 C asks for three people with a certificate, and nothing else that the register knows. */
export async function companyOf(certified: number, validTo: string | null = addDays(today, 700)) {
  const company = await staffed(site, 'WB1')
  const people: number[] = []
  for (let i = 0; i < certified; i++) people.push(await company.employ('技师', { validTo }))
  return { ...company, people, certId: await company.hold('FW02', 'C') }
}
export const list = async (asked: object = {}) =>
  (await staff.get('/staff/qualification/shortfall/list', { pageSize: 100, ...asked })).data
export type Row = {
  certId: number
  id: number
  state: string
  sentence: string
  lacksOn: string
  remindedOn: string | null
}
export const rowOf = async ({ certId }: { certId: number }, asked: object = {}): Promise<Row | undefined> =>
  (await list(asked)).list.find((row: Row) => row.certId === certId)
export const move = async (id: number, organisationId: number | null) => {
  const { data } = await staff.get('/staff/person/detail', { id })
  return staff.post('/staff/person/edit', { id, version: data.version, form: {}, organisationId })
}
export const toldTo = async ({ accountId }: Company, title: string) =>
  site.services.db
    .select()
    .from(message)
    .where(and(eq(message.accountId, accountId), like(message.title, `${title}%`)))

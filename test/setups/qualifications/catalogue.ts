import { afterAll, beforeAll } from 'vitest'
import { startApp } from '../../support/app.ts'
import { asStaff, staffWith } from '../../support/make.ts'

export const AT = '/staff/qualification'

export let site: Awaited<ReturnType<typeof startApp>>
export let admin: Awaited<ReturnType<typeof asStaff>>
export let keeper: typeof admin
export let keeperName: string

/** Before the tests of a file, and after them. */
export function setUpCatalogue() {
  beforeAll(async () => {
    site = await startApp({ demo: true })
    admin = await asStaff(site, 'admin')
    keeperName = await staffWith(site, ['secretary'])
    keeper = await asStaff(site, keeperName)
  })
  afterAll(() => site.close())
}

type Values = Record<string, unknown> & { levels: Row[]; materials: Row[]; fields: Row[]; flags: string[] }
export type Row = Record<string, unknown>
export const show = async (id: number) =>
  (await keeper.get(`${AT}/kind/detail`, { id })).data as { values: Values } & Row
export const change = async (id: number, by: (values: Values) => object, who = keeper) => {
  const { values, version } = await show(id)
  return who.post(`${AT}/kind/save`, { id, version, form: { ...values, ...by(values) } })
}
export const numberRule = '{prefix}-{kind}-{level}-{year}-{serial:4}'
export const level = { code: 'A', name: 'A级', scope: '不限', fee: 8000, isOpen: true }

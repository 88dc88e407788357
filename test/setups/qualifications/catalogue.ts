import { beforeAll } from 'vitest'
import { asStaff, staffWith } from '../../support/make.ts'
import { setUpSite, site } from '../site.ts'

const AT = '/staff/qualification'

export let admin: Awaited<ReturnType<typeof asStaff>>
export let keeper: typeof admin

export function setUpCatalogue() {
  setUpSite({ demo: true })
  beforeAll(async () => {
    admin = await asStaff(site, 'admin')
    keeper = await asStaff(site, await staffWith(site, ['secretary']))
  })
}

type Values = Record<string, unknown> & { levels: Row[]; materials: Row[]; fields: Row[]; flags: string[] }
export type Row = Record<string, unknown>
export const show = async (id: number) =>
  (await keeper.get(`${AT}/kind/detail`, { id })).data as { values: Values } & Row
export const change = async (id: number, by: (values: Values) => object, who = keeper) => {
  const { values, version } = await show(id)
  return who.post('/staff/record/save', { type: 'qualificationKind', id, version, form: { ...values, ...by(values) } })
}
export const numberRule = '{prefix}-{kind}-{level}-{year}-{serial:4}'
export const level = { code: 'A', name: 'A级', scope: '不限', fee: 8000, isOpen: true }

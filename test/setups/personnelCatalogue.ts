import { afterAll, beforeAll } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { startApp } from '../support/app.ts'
import { asStaff, staffWith } from '../support/make.ts'

export let site: Awaited<ReturnType<typeof startApp>>
export let clerk: Awaited<ReturnType<typeof asStaff>>
export let colleague: typeof clerk
export let admin: typeof clerk
export let adminName: string

/** Types of record. */
const types = { group: 'personnelGroup', kind: 'personnelKind' } as const
export const today = dayOf(new Date())
export const YEAR = today.slice(0, 4)

/** An association of lifts that certifies nobody yet: no demo data are loaded. */
export function setUpEmptyCatalogue() {
  beforeAll(async () => {
    site = await startApp({ env: { WRITES_PER_MINUTE: '1000' } })
    clerk = await asStaff(site, await staffWith(site, ['secretary']))
    colleague = await asStaff(site, await staffWith(site, ['secretary']))
    adminName = await staffWith(site, ['admin'])
    admin = await asStaff(site, adminName)
  })
  afterAll(() => site.close())
}

export const groupForm = { code: 'DT', name: '电梯作业人员', state: 'open' }
export const kindForm = {
  code: 'DT1',
  name: '电梯维保员',
  levels: [
    { code: '1', name: '初级' },
    { code: '2', name: '高级' },
  ],
  issuer: 'association',
  validYears: 3,
  renewHours: 16,
  numberRule: '{kind}-{year}-{province}-{serial:5}',
  requirement: '高中以上学历，两年以上电梯维保经历',
  state: 'open',
}

type Listed = { id: number; name: string; version: string; uses: number; values: object }
export const listOf = async (of: 'group' | 'kind') => (await clerk.get('/staff/record/list', { type: types[of] })).data
export const find = async (of: 'group' | 'kind', name: string): Promise<Listed> =>
  (await listOf(of)).list.find((row: Listed) => row.name === name)
export const add = (of: 'group' | 'kind', form: object) => clerk.post('/staff/record/save', { type: types[of], form })
export const change = async (of: 'group' | 'kind', name: string, form: object, by = clerk) => {
  const { id, version, values } = await find(of, name)
  return by.post('/staff/record/save', { type: types[of], id, version, form: { ...values, ...form } })
}
export const remove = async (of: 'group' | 'kind', name: string) => {
  const { id, version } = await find(of, name)
  return clerk.post('/staff/record/remove', { type: types[of], id, version })
}

/** A group with a kind of its own; answers the kind's id. */
export async function addKind(form: object = {}): Promise<number> {
  const group = (await find('group', groupForm.name)) ?? (await add('group', groupForm)).data
  const { code, msg, data } = await add('kind', { ...kindForm, groupId: String(group.id), ...form })
  if (code !== 200) throw new Error(`${msg} ${JSON.stringify(data)}`)
  return data.id
}

let passports = 1000
/** Adds a person from Jiangsu to the register, as staff do. */
export async function addPerson(name: string): Promise<number> {
  const form = { name, idType: 'passport', idNumber: `E1234${++passports}`, provinceCode: '320000' }
  const { msg, data } = await clerk.post('/staff/person/add', { form })
  if (!data?.id) throw new Error(msg)
  return data.id
}

export const issue = (personId: number, over: object = {}) =>
  clerk.post('/staff/certificate/issue', { kindCode: 'DT1', levelCode: '1', personId, issuedOn: today, ...over })

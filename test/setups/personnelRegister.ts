import { expect } from 'vitest'
import { person } from '#modules/members/server/tables.ts'
import { setUpSite, site } from './site.ts'

export const AT = '/app/publicity/person'

type Row = {
  id: number
  name: string
  orgName: string
  memberId: number | null
  kindName: string
  levelName: string
  certNo: string
  issueDate: string
  validTo: string
  certStatus: string
}

export function setUpPersonnelRegister() {
  setUpSite({ demo: true })
}

export const list = async (query: Record<string, string | number> = {}) => {
  const { code, msg, data } = await site.get(`${AT}/list`, { pageSize: 100, ...query })
  expect([code, msg]).toEqual([200, 'ok'])
  return data as { list: Row[]; total: number; pages: number }
}
export const everything = async () => [...(await list()).list, ...(await list({ pageNum: 2 })).list]
export const secrets = async () => {
  const { db, encryption } = site.services
  const people = await db.select().from(person)
  return people.map(one => ({
    name: one.name,
    idNumber: encryption.decrypt(one.idNumberSealed!),
    mobile: encryption.decrypt(one.mobileSealed!),
    bornOn: one.bornOn!,
    sealed: [one.idNumberSealed!, one.idNumberHash!, one.mobileSealed!],
  }))
}

import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { setUpSite, site } from '../site.ts'

export const AT = '/app/publicity/qualification'
export const today = dayOf(new Date())

export type Row = {
  id: number
  orgName: string
  memberId: number | null
  creditCode: string
  provinceName: string
  childName: string
  levelName: string
  certNo: string
  issueDate: string
  validTo: string
  certStatus: string
}

export function setUpQualificationRegister() {
  setUpSite({ demo: true })
}

export const list = async (query: Record<string, string | number> = {}) => {
  const { code, msg, data } = await site.get(`${AT}/list`, { pageSize: 100, ...query })
  expect([code, msg]).toEqual([200, 'ok'])
  return data as { list: Row[]; total: number; pages: number }
}
/** Counts with SQL, independently of the code under test. */
export const count = async (condition: string) => {
  const { rows } = await site.services.db.execute<{ n: number }>(
    sql.raw(
      `select count(*) n from certificate where register = 'qualification' and published_at is not null and ${condition}`,
    ),
  )
  return rows[0]!.n
}
export const VALID = `status = 'valid' and valid_from <= '${today}' and valid_to >= '${today}'`

export const sumOf = (rows: { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)

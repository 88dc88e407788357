import { and, eq } from 'drizzle-orm'
import { toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { CertificateFilter } from '#modules/certificates/server/filters.ts'
import { type CertificateRow, listCertificates, newestCertificates } from '#modules/certificates/server/lists.ts'
import { publicRowOf } from '#modules/certificates/server/publicRow.ts'
import { memberIdsOf } from '#modules/membership/register/server/memberPages.ts'
import type { qualificationsContract } from '../contract.ts'
import { qualificationGroup, qualificationKind, qualificationLevel } from './tables.ts'

type Endpoints = typeof qualificationsContract

export const certificatesHandlers = {
  'GET /app/publicity/qualification/list': async (ctx, asked) => {
    const codes = await codesOf(ctx, asked)
    if (!codes) return toPage([], 0, asked)
    const { orgName, certNo, creditCode, provinceCode, status } = asked
    const filter = { ...codes, organisationName: orgName, number: certNo, creditCode, provinceCode, status }
    const { list, ...rest } = await listCertificates(ctx, 'qualification', filter, asked)
    const memberIdOf = await memberIdsOf(ctx, list)
    return { list: list.map(row => ({ ...toRow(row), memberId: memberIdOf(row) })), ...rest }
  },
  'GET /app/publicity/qualification/top30': async (ctx, asked) => {
    const codes = await codesOf(ctx, asked)
    const rows = codes ? await newestCertificates(ctx, 'qualification', codes.groupCode) : []
    return rows.map(row => {
      const { id, orgName, childName, levelName, certNo, issueDate } = toRow(row)
      return { id, orgName, childName, levelName, certNo, issueDate }
    })
  },
} satisfies Partial<Handlers<Endpoints>>

const toRow = (row: CertificateRow) => ({
  id: row.id,
  orgName: row.organisationName,
  creditCode: row.creditCode,
  provinceName: row.provinceName,
  ...publicRowOf(row, row),
})

type Place = { groupId?: number; childId?: number; levelId?: number }
type Codes = Pick<CertificateFilter, 'groupCode' | 'kindCode' | 'levelCode'>

/** Translates catalogue ids into the codes stored on certificates; undefined if the catalogue has no such entry. */
async function codesOf({ db }: Ctx, { groupId, childId, levelId }: Place): Promise<Codes | undefined> {
  if (groupId === undefined && childId === undefined && levelId === undefined) return {}
  const [found] = await db
    .select({ group: qualificationGroup.code, kind: qualificationKind.code, level: qualificationLevel.code })
    .from(qualificationGroup)
    .leftJoin(qualificationKind, eq(qualificationKind.groupId, qualificationGroup.id))
    .leftJoin(qualificationLevel, eq(qualificationLevel.kindId, qualificationKind.id))
    .where(
      and(
        groupId === undefined ? undefined : eq(qualificationGroup.id, groupId),
        childId === undefined ? undefined : eq(qualificationKind.id, childId),
        levelId === undefined ? undefined : eq(qualificationLevel.id, levelId),
      ),
    )
    .limit(1)
  if (!found) return undefined
  if (levelId !== undefined) return { kindCode: found.kind!, levelCode: found.level! }
  return childId === undefined ? { groupCode: found.group } : { kindCode: found.kind! }
}

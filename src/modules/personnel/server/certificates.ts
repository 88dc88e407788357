import { and, eq } from 'drizzle-orm'
import { toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { CertificateFilter } from '#modules/certificates/server/filters.ts'
import { type CertificateRow, listCertificates, newestCertificates } from '#modules/certificates/server/lists.ts'
import { memberIdsOf } from '#modules/membership/register/server/memberPages.ts'
import type { personnelContract } from '../contract.ts'
import { personnelGroup, personnelKind } from './tables.ts'

type Endpoints = typeof personnelContract

export const certificatesHandlers = {
  'GET /app/publicity/person/list': async (ctx, asked) => {
    const codes = await codesOf(ctx, asked)
    if (!codes) return toPage([], 0, asked)
    const { level, name, certNo, orgName, provinceCode, status } = asked
    const filter = {
      ...codes,
      levelCode: level,
      holderName: name,
      number: certNo,
      organisationName: orgName,
      provinceCode,
      status,
    }
    const { list, ...rest } = await listCertificates(ctx, 'personnel', filter, asked)
    return { list: await toPersonnelRows(ctx, list), ...rest }
  },
  /** The public ticker shows only the end of the number and the month. */
  'GET /app/publicity/person/top30': async (ctx, asked) => {
    const codes = await codesOf(ctx, asked)
    const rows = codes ? await newestCertificates(ctx, 'personnel', codes.groupCode) : []
    return rows.map(row => ({
      id: row.id,
      name: row.holderName,
      orgName: row.organisationName,
      kindName: row.kindName,
      levelName: row.levelName,
      certNoTail: row.number.slice(-4),
      issueDate: row.issuedOn.slice(0, 7),
    }))
  },
} satisfies Partial<Handlers<Endpoints>>

export async function toPersonnelRows(ctx: Pick<Ctx, 'db' | 'now'>, rows: CertificateRow[]) {
  const memberIdOf = await memberIdsOf(ctx, rows)
  return rows.map(row => toPersonnelRow(row, memberIdOf(row)))
}

const toPersonnelRow = (row: CertificateRow, memberId: number | null) => ({
  id: row.id,
  name: row.holderName,
  orgName: row.organisationName,
  memberId,
  groupName: row.groupName,
  kindName: row.kindName,
  levelName: row.levelName,
  certNo: row.number,
  issueDate: row.issuedOn,
  validTo: row.validTo,
  certStatus: row.status,
  certStatusName: row.statusName,
})

type Codes = Pick<CertificateFilter, 'groupCode' | 'kindCode'>

/** Translates catalogue ids to the codes stored in certificates; undefined when the catalogue has no such entry. */
export async function codesOf(
  { db }: Ctx,
  { groupId, kindId }: { groupId?: number; kindId?: number },
): Promise<Codes | undefined> {
  if (groupId === undefined && kindId === undefined) return {}
  const [found] = await db
    .select({ group: personnelGroup.code, kind: personnelKind.code })
    .from(personnelGroup)
    .leftJoin(personnelKind, eq(personnelKind.groupId, personnelGroup.id))
    .where(
      and(
        groupId === undefined ? undefined : eq(personnelGroup.id, groupId),
        kindId === undefined ? undefined : eq(personnelKind.id, kindId),
      ),
    )
    .limit(1)
  if (!found) return undefined
  return kindId === undefined ? { groupCode: found.group } : { kindCode: found.kind! }
}

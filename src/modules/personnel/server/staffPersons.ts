import { and, desc, eq, exists, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { isMobile, plainMobile } from '#lib/form/fieldReading.ts'
import { maskIdNumber, maskMobile } from '#lib/mask.ts'
import { COUNT_LIMIT, offset, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { within } from '#lib/server/api/within.ts'
import { countUpTo } from '#lib/server/database/db.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { hasStatus } from '#modules/certificates/issuing/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { plainIdNumber } from '#modules/members/personForm.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { readKinds } from '../catalogue/server/kinds.ts'
import type { staffPersonnelContract } from '../staffContract.ts'
import { personnelKind } from './tables.ts'

type Endpoints = typeof staffPersonnelContract
type Filter = Parsed<Endpoints['GET /staff/person/export']>

export const readPersons = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ person, organisationName: organisation.name })
    .from(person)
    .leftJoin(organisation, eq(organisation.id, person.organisationId))
    .$dynamic()
export type Row = Awaited<ReturnType<typeof readPersons>>[number]

function whereOf(ctx: Ctx, { kindCode, provinceCode, employer, key }: Filter): SQL | undefined {
  const { db } = ctx
  return and(
    within(ctx, 'staff:members', person.provinceCode),
    provinceCode ? eq(person.provinceCode, provinceCode) : undefined,
    kindCode
      ? exists(
          db
            .select({ id: certificate.id })
            .from(certificate)
            .where(and(eq(certificate.personId, person.id), eq(certificate.kindCode, kindCode))),
        )
      : undefined,
    employer ? worksFor(ctx, employer) : undefined,
    key ? isKnownAs(ctx, key) : undefined,
  )
}

function worksFor({ db }: Ctx, employer: string): SQL | undefined {
  const query = toRegisterQuery(employer)
  if (query === null) return sql`false`
  const found = db
    .select({ id: organisation.id })
    .from(organisation)
    .where(sql`${organisation.words} @@ ${query}::tsquery`)
  return or(inArray(person.organisationId, found), eq(person.employer, employer))
}

/** Whole only: what is sealed cannot be found in part. */
export function isKnownAs({ encryption }: Ctx, key: string): SQL {
  const mobile = plainMobile(key)
  if (isMobile(mobile)) return eq(person.mobileHash, encryption.hash(mobile))
  if (/\d/.test(key)) return eq(person.idNumberHash, encryption.hash(plainIdNumber(key)))
  return eq(person.name, key)
}

export const staffPersonsHandlers = {
  'GET /staff/person/list': async (ctx, asked) => {
    const where = whereOf(ctx, asked)
    const [rows, total] = await Promise.all([
      readPersons(ctx).where(where).orderBy(desc(person.id)).limit(asked.pageSize).offset(offset(asked)),
      countUpTo(ctx.db, COUNT_LIMIT, sql`select 1 from ${person} where ${where ?? sql`true`}`),
    ])
    const valid = await validOf(
      ctx,
      rows.map(({ person: { id } }) => id),
    )
    return toPage(
      rows.map(row => toPersonRow(ctx, row, valid)),
      total,
      asked,
    )
  },
  /** What somebody may hold, retired or not. */
  'GET /staff/person/kinds': async ctx => {
    const kinds = await readKinds(ctx).where(eq(personnelKind.issuer, 'association'))
    return kinds.map(({ code, name }) => ({ code, name }))
  },
  'GET /staff/person/export': async (ctx, filter) => {
    const { key: _, ...told } = filter
    const where = whereOf(ctx, filter)
    const detail = { ...told, rows: await ctx.db.$count(person, where) }
    await record(ctx, { action: 'person.export', objectType: 'person', detail })
    const rows = inBatches<Shown>(async after => {
      const read = await readPersons(ctx)
        .where(and(where, after && lt(person.id, after.id)))
        .orderBy(desc(person.id))
        .limit(1000)
      const valid = await validOf(
        ctx,
        read.map(({ person: { id } }) => id),
      )
      return read.map(row => toPersonRow(ctx, row, valid))
    })
    return sendWorkbook('人员', { name: '人员', columns, rows })
  },
} satisfies Partial<Handlers<Endpoints>>

/** What each of them holds today. */
export async function validOf({ db, now }: Pick<Ctx, 'db' | 'now'>, ids: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ personId: certificate.personId, kindName: certificate.kindName, levelName: certificate.levelName })
    .from(certificate)
    .where(and(inArray(certificate.personId, ids), hasStatus('valid', dayOf(now))))
    .orderBy(desc(certificate.issuedOn), desc(certificate.id))
  const held = new Map<number, string[]>()
  for (const { personId, kindName, levelName } of rows)
    held.set(personId!, [...(held.get(personId!) ?? []), [kindName, levelName].filter(Boolean).join(' ')])
  return held
}

const sexNames = { male: '男', female: '女' }

export function toPersonRow(
  { encryption }: Pick<Ctx, 'encryption'>,
  { person: of, organisationName }: Row,
  valid: Map<number, string[]>,
) {
  return {
    id: of.id,
    name: of.name,
    sexName: of.sex ? sexNames[of.sex] : '',
    provinceName: provinceName(of.provinceCode),
    idNumber: of.idNumberSealed ? maskIdNumber(encryption.decrypt(of.idNumberSealed)) : null,
    mobile: of.mobileSealed ? maskMobile(encryption.decrypt(of.mobileSealed)) : null,
    employerName: organisationName ?? of.employer,
    organisationId: of.organisationId,
    certificates: valid.get(of.id) ?? [],
  }
}

type Shown = ReturnType<typeof toPersonRow>
const columns: Column<Shown>[] = [
  { title: '姓名', value: ({ name }) => name },
  { title: '性别', value: ({ sexName }) => sexName },
  { title: '证件号码（部分）', width: 24, value: ({ idNumber }) => idNumber },
  { title: '手机（部分）', value: ({ mobile }) => mobile },
  { title: '地区', value: ({ provinceName }) => provinceName },
  { title: '工作单位', width: 36, value: ({ employerName }) => employerName },
  { title: '有效证书', width: 40, value: ({ certificates }) => certificates.join('；') },
]

import { and, arrayContains, desc, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import { maskIdNumber, maskMobile } from '#lib/mask.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName, byPinyin } from '#lib/server/registers/registerColumns.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { plainIdNumber } from '#modules/members/personForm.ts'
import { PERSON } from '#modules/members/profileRules.ts'
import { hasMobile } from '#modules/members/server/callers.ts'
import { personTags } from '#modules/members/server/dictionaries.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import type { OwnValues } from '#modules/ownFields/ownFieldForm.ts'
import { ownColumns } from '#modules/ownFields/server/ownColumns.ts'
import { isIssuedHere, readKinds } from '../catalogue/server/kinds.ts'
import { personFilters } from '../personFilters.ts'
import type { staffPersonnelContract } from '../staffContract.ts'

type Endpoints = typeof staffPersonnelContract

export const readPersons = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ person, organisationName: organisation.name })
    .from(person)
    .leftJoin(organisation, eq(organisation.id, person.organisationId))
    .$dynamic()
export type Row = Awaited<ReturnType<typeof readPersons>>[number]

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
export function isKnownAs(ctx: Ctx, key: string): SQL {
  const mobile = plainMobile(key)
  if (isMobile(mobile)) return hasMobile(ctx, mobile)
  if (/\d/.test(key)) return eq(person.idNumberHash, ctx.encryption.hash(plainIdNumber(key)))
  return eq(person.name, key)
}

type PersonRow = ReturnType<typeof toPersonRow>
const own = ownColumns<PersonRow & { own: OwnValues }>([{ type: PERSON, of: row => row.own, stored: person.own }])

export const personRegister = defineRegister({
  name: '人员',
  // Search texts are personal data, so saved views do not keep them.
  views: { code: 'person', permission: 'staff:members', unkept: ['key'] },
  filters: personFilters,
  from: person,
  id: person.id,
  newest: person.id,
  within: { permission: 'staff:members', province: person.provinceCode },
  where: {
    key: (key, ctx) => isKnownAs(ctx, key),
    kindCode: (kindCode, { db }) =>
      exists(
        db
          .select({ id: certificate.id })
          .from(certificate)
          .where(and(eq(certificate.personId, person.id), eq(certificate.kindCode, kindCode))),
      ),
    validKindCode: (kindCode, { db, now }) =>
      exists(
        db
          .select({ id: certificate.id })
          .from(certificate)
          .where(
            and(
              eq(certificate.personId, person.id),
              eq(certificate.register, 'personnel'),
              eq(certificate.kindCode, kindCode),
              hasStatus('valid', dayOf(now)),
            ),
          ),
      ),
    provinceCode: person.provinceCode,
    tag: code => arrayContains(person.tags, [code]),
    jobTitle: person.jobTitle,
    employer: (employer, ctx) => worksFor(ctx, employer),
    own: own.where,
  },
  read: async (ctx, ids) => {
    const [rows, knownOf] = await Promise.all([
      readPersons(ctx).where(inArray(person.id, ids)),
      knownOfPersons(ctx, ids),
    ])
    return rows.map(row => ({ ...toPersonRow(ctx, row, knownOf), own: row.person.own }))
  },
  row: ({ own: _, ...of }) => of,
  columns: {
    name: { heading: '姓名', value: of => of.name, sort: byName(person.name), nowrap: true },
    sexName: { heading: '性别', value: of => of.sexName, sort: sql`coalesce(${person.sex}, '')` },
    idNumber: { heading: '证件号码（部分）', width: 24, value: of => of.idNumber, empty: '未登记', nowrap: true },
    mobile: { heading: '手机（部分）', value: of => of.mobile, empty: '未登记', nowrap: true },
    provinceName: {
      heading: '地区',
      value: of => of.provinceName,
      empty: '未填写',
      sort: sql`coalesce(${person.provinceCode}, '')`,
      nowrap: true,
    },
    employerName: {
      heading: '工作单位',
      width: 36,
      value: of => of.employerName,
      empty: '未填写',
      sort: byPinyin(
        sql`coalesce((select ${organisation.name} from ${organisation} where ${organisation.id} = ${person.organisationId}), ${person.employer})`,
      ),
    },
    certificates: { heading: '有效证书', width: 40, value: of => of.certificates.join('；'), empty: '没有' },
    tags: { heading: '标签', width: 24, value: of => of.tagNames.join('、') },
  },
  listed: ['name', 'idNumber', 'mobile', 'provinceName', 'employerName', 'certificates'],
  data: own.data,
})

export const staffPersonsHandlers = {
  'GET /staff/person/list': (ctx, asked) => {
    return personRegister.list(ctx, asked)
  },
  /** Kinds that somebody may hold, including retired ones. */
  'GET /staff/person/kinds': async ctx => {
    const kinds = await readKinds(ctx).where(isIssuedHere)
    return kinds.map(({ code, name }) => ({ code, name }))
  },
  'GET /staff/person/export': (ctx, asked) =>
    exportRegister(ctx, personRegister, asked, { action: 'person.export', objectType: 'person' }),
} satisfies Partial<Handlers<Endpoints>>

/** Reads the valid certificates of each person. */
async function validOf({ db, now }: Pick<Ctx, 'db' | 'now'>, ids: number[]): Promise<Map<number, string[]>> {
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

/** Reads the columns that the register adds to a person. */
export async function knownOfPersons(ctx: Pick<Ctx, 'db' | 'now'>, ids: number[]) {
  const [valid, tagName] = await Promise.all([validOf(ctx, ids), personTags.names(ctx)])
  return { valid, tagName }
}

const sexNames = { male: '男', female: '女' }

export function toPersonRow(
  { encryption }: Pick<Ctx, 'encryption'>,
  { person: of, organisationName }: Row,
  { valid, tagName }: Awaited<ReturnType<typeof knownOfPersons>>,
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
    tagNames: of.tags.map(tagName).filter(Boolean),
  }
}

import { gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName, byPinyin } from '#lib/server/registers/registerColumns.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { certificateFilters } from '#modules/certificates/certificateFilters.ts'
import { registerNames } from '#modules/certificates/registerNames.ts'
import { readCatalogues } from '#modules/certificates/server/certificateCatalogue.ts'
import { hasStatus, orderOf } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import type { issuingContract, StaffCertificateRow } from '../contract.ts'

type Endpoints = typeof issuingContract
type Certificate = typeof certificate.$inferSelect

export const toStaffRow = (of: Certificate, { now }: Pick<Ctx, 'now'>): StaffCertificateRow => ({
  id: of.id,
  register: of.register,
  registerName: registerNames[of.register],
  number: of.number,
  holderName: of.holderName,
  organisationName: of.organisationName,
  provinceName: provinceName(of.provinceCode),
  groupName: of.groupName,
  kindName: of.kindName,
  levelName: of.levelName,
  issuedOn: of.issuedOn,
  validFrom: of.validFrom,
  validTo: of.validTo,
  ...statusToday(of, dayOf(now)),
  isPublic: of.publishedAt !== null && of.publishedAt <= now,
})

/** Staff register of certificates: all registers, published or not. */
export const certificateRegister = defineRegister({
  name: '证书登记',
  views: { code: 'certificate', permission: 'staff:certificates' },
  filters: certificateFilters,
  from: certificate,
  id: certificate.id,
  newest: certificate.issuedOn,
  ordered: ({ status }) => orderOf(status),
  within: { permission: 'staff:certificates', province: certificate.provinceCode },
  where: {
    key: typed => isCalled(toRegisterQuery(typed)),
    register: certificate.register,
    groupCode: certificate.groupCode,
    kindCode: certificate.kindCode,
    levelCode: certificate.levelCode,
    status: (status, { now }) => hasStatus(status, dayOf(now)),
    provinceCode: certificate.provinceCode,
    issuedFrom: day => gte(certificate.issuedOn, day),
    issuedTo: day => lte(certificate.issuedOn, day),
    // A certificate without an end is treated as ending after any day.
    validFrom: day => or(isNull(certificate.validTo), gte(certificate.validTo, day)),
    validTo: day => lte(certificate.validTo, day),
  },
  read: ({ db }, ids) => db.select().from(certificate).where(inArray(certificate.id, ids)),
  row: toStaffRow,
  columns: {
    registerName: { heading: '登记类别', value: of => registerNames[of.register] },
    number: {
      heading: '证书编号',
      width: 26,
      value: of => of.number,
      sort: certificate.numberKey,
      indexed: true,
      nowrap: true,
    },
    holderName: {
      heading: '持证者',
      width: 30,
      value: of => of.holderName,
      sort: byName(certificate.holderName),
      indexed: true,
    },
    organisationName: { heading: '单位', width: 30, value: of => of.organisationName },
    creditCode: { heading: '统一社会信用代码', width: 22, value: of => of.creditCode },
    provinceName: {
      heading: '地区',
      value: of => provinceName(of.provinceCode),
      sort: sql`coalesce(${certificate.provinceCode}, '')`,
      indexed: true,
      nowrap: true,
    },
    groupName: { heading: '大类', value: of => of.groupName },
    kindName: {
      heading: '种类与级别',
      value: of => [of.kindName, of.levelName].filter(Boolean).join(' '),
      exported: false,
      sort: byPinyin(sql`${certificate.kindName} || ${certificate.levelName}`),
    },
    kind: { heading: '种类', width: 24, value: of => of.kindName },
    level: { heading: '级别', value: of => of.levelName },
    scope: { heading: '范围', width: 40, value: of => of.scope },
    issuedOn: { heading: '发证日期', value: of => of.issuedOn, sort: certificate.issuedOn, nowrap: true },
    validFrom: { heading: '有效期起', value: of => of.validFrom },
    validTo: {
      heading: '有效期至',
      value: of => of.validTo ?? '长期',
      sort: sql`coalesce(${certificate.validTo}, 'infinity')`,
      indexed: true,
      nowrap: true,
    },
    statusName: { heading: '状态', value: (of, { now }) => statusToday(of, dayOf(now)).statusName, nowrap: true },
  },
  listed: ['number', 'holderName', 'kindName', 'provinceName', 'issuedOn', 'validTo', 'statusName'],
})

/** Matches nothing if the typed text contains no searchable word. */
const isCalled = (query: string | null) =>
  query === null ? sql`false` : sql`${certificate.words} @@ ${query}::tsquery`

export const staffListsHandlers = {
  'GET /staff/certificate/list': (ctx, asked) => {
    return certificateRegister.list(ctx, asked)
  },
  'GET /staff/certificate/export': (ctx, asked) =>
    exportRegister(ctx, certificateRegister, asked, { action: 'certificate.export', objectType: 'certificate' }),
  'GET /staff/certificate/kinds': readCatalogues,
} satisfies Partial<Handlers<Endpoints>>

import { arrayContains, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { shownCreditCode } from '#lib/creditCode.ts'
import { formatPhone } from '#lib/form/phone.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName, byPinyin } from '#lib/server/registers/registerColumns.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { ownColumns } from '#modules/ownFields/server/ownColumns.ts'
import { organisationFilters } from '../organisationFilters.ts'
import { organisationShape } from '../organisationForm.ts'
import { ORGANISATION } from '../profileRules.ts'
import type { OrganisationRow, registerContract } from '../registerContract.ts'
import { isCompanyOfCaller } from './callers.ts'
import { type Contact, contactColumns, readLiaisons } from './contacts.ts'
import { natures, organisationTags, trades } from './dictionaries.ts'
import { organisation } from './tables.ts'

type Endpoints = typeof registerContract
/** With the current names of its trades, nature and tags. */
type Organisation = typeof organisation.$inferSelect & {
  liaison: Contact | undefined
  categoryNames: string[]
  natureName: string
  tagNames: string[]
}

async function readNamed(ctx: Ctx, ids: number[]): Promise<Organisation[]> {
  const [rows, liaisons, tradeName, natureName, tagName] = await Promise.all([
    ctx.db.select().from(organisation).where(inArray(organisation.id, ids)),
    readLiaisons(ctx, ids),
    trades.names(ctx),
    natures.names(ctx),
    organisationTags.names(ctx),
  ])
  return rows.map(of => ({
    ...of,
    liaison: liaisons.get(of.id),
    categoryNames: of.categories.map(tradeName).filter(Boolean),
    natureName: natureName(of.nature),
    tagNames: of.tags.map(tagName).filter(Boolean),
  }))
}

const toRow = (of: Organisation): OrganisationRow => ({
  id: of.id,
  name: of.name,
  creditCode: shownCreditCode(of.creditCode),
  provinceName: provinceName(of.provinceCode),
  city: of.city,
  categoryNames: of.categoryNames,
  legalPerson: of.legalPerson,
  member: null,
})

const own = ownColumns<Organisation>([{ type: ORGANISATION, of: ({ own }) => own, stored: organisation.own }])

/** Register of organisations. Later modules add their own columns and filters. */
export const organisationRegister = defineRegister({
  name: '单位',
  views: { code: 'organisation', permission: 'staff:members', unkept: ['key'] },
  filters: organisationFilters,
  from: organisation,
  id: organisation.id,
  newest: organisation.id,
  within: { permission: 'staff:members', province: organisation.provinceCode },
  where: {
    key: isKnownAs,
    provinceCode: organisation.provinceCode,
    category: code => arrayContains(organisation.categories, [code]),
    nature: organisation.nature,
    lacksCode: wanted => (wanted === 'yes' ? isNotNull(organisation.typedCode) : isNull(organisation.typedCode)),
    tag: code => arrayContains(organisation.tags, [code]),
    own: own.where,
    // Placeholder: no organisation is a member until a later module replaces this filter.
    isMember: wanted => (wanted === 'yes' ? sql`false` : undefined),
  },
  read: readNamed,
  row: toRow,
  columns: {
    name: { heading: '单位名称', width: 36, value: of => of.name, sort: byPinyin(organisation.name) },
    creditCode: {
      heading: '统一社会信用代码',
      width: 22,
      value: of => (of.typedCode === null ? of.creditCode : `待补${of.typedCode && `（表中为 ${of.typedCode}）`}`),
      sort: organisation.creditCode,
      nowrap: true,
    },
    nature: { heading: '单位性质', value: of => of.natureName, sort: organisation.nature },
    provinceName: {
      heading: '地区',
      value: of => [provinceName(of.provinceCode), of.city].filter(Boolean).join(' '),
      sort: organisation.provinceCode,
      exported: false,
    },
    categoryNames: {
      heading: '行业类别',
      width: 24,
      value: of => of.categoryNames.join('、'),
      empty: '未填写',
      sort: sql`array_to_string(${organisation.categories}, ',')`,
    },
    tags: { heading: '标签', width: 24, value: of => of.tagNames.join('、') },
    province: { heading: '省份', value: of => provinceName(of.provinceCode) },
    city: { heading: '城市', value: of => of.city, sort: byPinyin(organisation.city) },
    address: { heading: '详细地址', width: 36, value: of => of.address, sort: byPinyin(organisation.address) },
    legalPerson: { heading: '法定代表人', value: of => of.legalPerson, sort: byName(organisation.legalPerson) },
    website: { heading: '网站', width: 28, value: of => of.website },
    ...contactColumns<Organisation>(of => of.liaison),
    phone: {
      heading: '单位电话',
      width: 18,
      value: of => formatPhone(of.phone),
      nowrap: true,
      sort: organisation.phone,
    },
    email: { heading: '单位邮箱', width: 28, value: of => of.email },
    postcode: { heading: '邮政编码', value: of => of.postcode, nowrap: true, sort: organisation.postcode },
  },
  listed: ['name', 'creditCode', 'provinceName', 'categoryNames'],
  data: own.data,
}).besides(organisationShape, {
  // Exported as `categoryNames` and `province`.
  categories: true,
  provinceCode: true,
  nameEn: true,
  legalTitle: true,
  foundedOn: true,
  logo: true,
  point: true,
  registeredCapital: true,
  staffTotal: true,
  technicalTotal: true,
  seniorTotal: true,
  phoneIsPublic: true,
  fax: true,
  mainBusiness: true,
  products: true,
  honours: true,
  intro: true,
})

/** By name, pinyin or credit code, or by the number or the name of a caller. */
function isKnownAs(typed: string, ctx: Ctx): SQL {
  const query = toRegisterQuery(typed)
  return (
    or(query ? sql`${organisation.words} @@ ${query}::tsquery` : undefined, isCompanyOfCaller(ctx, typed)) ?? sql`false`
  )
}

export const staffOrganisationsHandlers = {
  'GET /staff/organisation/list': (ctx, asked) => {
    return organisationRegister.list(ctx, asked)
  },
  'GET /staff/organisation/export': (ctx, asked) =>
    exportRegister(ctx, organisationRegister, asked, { action: 'organisation.export', objectType: 'organisation' }),
} satisfies Partial<Handlers<Endpoints>>

import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { shownCreditCode } from '#lib/creditCode.ts'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { forbidden, invalid } from '#lib/error.ts'
import { formatPhone } from '#lib/form/phone.ts'
import { provinceName } from '#lib/provinces.ts'
import type { RegisterFilters } from '#lib/register/register.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { actAsDeputy } from '#lib/server/api/deputy.ts'
import { mayUse } from '#lib/server/api/permissionLimits.ts'
import { type Column, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { nameOf, ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import { organisation, organisationContact, person } from '../../server/tables.ts'
import type { addressListContract, addressLists } from '../contract.ts'

/** A row of a list: whom it is about, and what the list says of it beside. */
type Addressee = {
  organisationId: number | null
  personId?: number | null
  cells: Record<string, string | number | null>
}

type AddressSource = {
  name: string
  /** Permission to see the list. */
  permission: `staff:${string}`
  /** Labels of the filters that the second person and the audit log read: none for typed words. */
  logged: Readonly<Record<string, string>>
  read: (ctx: Ctx, query: Record<string, string>) => Promise<Addressee[]>
}

const sources = new Map<string, AddressSource>()

/** The module that owns a list says who stands in it. */
export function defineAddressSource(of: (typeof addressLists)[number], source: AddressSource): void {
  sources.set(of, source)
}

/** Labels of a register's filters except those for typed words, which may be a name or a phone. */
export const loggedFilters = (filters: RegisterFilters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, { kind, label }]) => (kind === 'text' ? [] : [[name, label]])),
  )

/** Reads the filters of a list from the address of its screen; other parameters are the screen's own. */
export function filtersIn<Shape extends z.ZodRawShape>(shape: Shape, query: Record<string, string>) {
  const own = Object.fromEntries(Object.entries(query).filter(([name]) => name in shape))
  const { data, error } = z.object(shape).safeParse(own)
  if (error) throw invalid('列表的筛选条件不正确，请重新打开列表再导出')
  return data
}

/** Companies or people read at a time. */
const BATCH = 500

export const addressListHandlers: Handlers<typeof addressListContract> = {
  'POST /staff/address-list/export': async (ctx, { of, query, purpose }) => {
    const source = sources.get(of)!
    refuseUnlessPermitted(ctx, source)
    const asked = Object.fromEntries(new URLSearchParams(query))
    const addressees = await source.read(actAsDeputy(ctx, source.permission), asked)
    const [own, agreed] = [await ownName(ctx), await nameOf(ctx, ctx.agreedBy!)]
    await record(ctx, {
      action: 'addressList.export',
      objectType: of,
      objectName: `${source.name}通讯录`,
      after: {
        用途: purpose,
        行数: addressees.length,
        筛选: Object.entries(source.logged)
          .flatMap(([name, label]) => (asked[name] ? `${label} ${asked[name]}` : []))
          .join('，'),
        ...(ctx.approvalId && { 导出编号: ctx.approvalId, 同意人: agreed }),
      },
    })
    const taken = `导出编号 ${ctx.approvalId}，${own} ${minute(iso(ctx.now))} 导出，同意人 ${agreed}`
    const mark = `含个人信息，仅限此用途，用后删除。${taken}，用途：${purpose}`
    const extra = [...new Set(addressees.flatMap(({ cells }) => Object.keys(cells)))]
    return sendWorkbook(`${source.name}通讯录-${dayOf(ctx.now)}`, {
      name: '通讯录',
      mark,
      columns: [...columns.slice(0, 1), ...extra.map(toColumn), ...columns.slice(1)],
      rows: rowsOf(ctx, addressees),
    })
  },
}

function refuseUnlessPermitted(ctx: Ctx, { name, permission }: AddressSource) {
  if (!mayUse(ctx, permission)) throw forbidden(`您没有查看${name}的权限`)
}

type Row = Addressee & {
  company: typeof organisation.$inferSelect | undefined
  human: typeof person.$inferSelect | undefined
  people: (typeof organisationContact.$inferSelect)[]
  open: (sealed: string | null | undefined) => string
}

async function* rowsOf(ctx: Ctx, addressees: readonly Addressee[]): AsyncGenerator<Row> {
  const open = (sealed: string | null | undefined) => (sealed ? formatPhone(ctx.encryption.decrypt(sealed)) : '')
  for (let from = 0; from < addressees.length; from += BATCH) {
    const some = addressees.slice(from, from + BATCH)
    const companyIds = some.flatMap(({ organisationId }) => organisationId ?? [])
    const personIds = some.flatMap(({ personId }) => personId ?? [])
    const [companies, contacts, persons] = await Promise.all([
      ctx.db.select().from(organisation).where(inArray(organisation.id, companyIds)),
      ctx.db.select().from(organisationContact).where(inArray(organisationContact.organisationId, companyIds)),
      ctx.db.select().from(person).where(inArray(person.id, personIds)),
    ])
    for (const one of some)
      yield {
        ...one,
        company: companies.find(({ id }) => id === one.organisationId),
        human: persons.find(({ id }) => id === one.personId),
        people: contacts.filter(({ organisationId }) => organisationId === one.organisationId),
        open,
      }
  }
}

const contactOf = ({ people }: Row, role: 'liaison' | 'representative') => people.find(one => one.role === role)
/** Finds whom one calls: the person itself; at a company its contact, else its representative. */
const called = (row: Row) => row.human ?? contactOf(row, 'liaison') ?? contactOf(row, 'representative')

const toColumn = (title: string): Column<Row> => ({ title, width: 20, value: ({ cells }) => cells[title] })
const columns: Column<Row>[] = [
  { title: '名称', width: 36, value: ({ company, human }) => company?.name ?? human?.name },
  { title: '统一社会信用代码', width: 22, value: ({ company }) => company && shownCreditCode(company.creditCode) },
  { title: '联系人', width: 12, value: row => called(row)?.name },
  { title: '联系人职务', width: 12, value: row => called(row)?.position },
  { title: '手机', width: 16, value: row => row.open(called(row)?.mobileSealed) },
  { title: '邮箱', width: 28, value: row => called(row)?.email || row.company?.email },
  { title: '会员代表', width: 12, value: row => contactOf(row, 'representative')?.name },
  { title: '会员代表手机', width: 16, value: row => row.open(contactOf(row, 'representative')?.mobileSealed) },
  { title: '法定代表人', width: 12, value: ({ company }) => company?.legalPerson },
  { title: '单位电话', width: 18, value: ({ company }) => company && formatPhone(company.phone) },
  { title: '传真', width: 18, value: ({ company }) => company && formatPhone(company.fax) },
  { title: '省份', width: 12, value: ({ company, human }) => provinceName((company ?? human)?.provinceCode ?? null) },
  { title: '城市', width: 12, value: ({ company }) => company?.city },
  { title: '通信地址', width: 40, value: ({ company }) => company?.address },
  { title: '邮政编码', width: 10, value: ({ company }) => company?.postcode },
]

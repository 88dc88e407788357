import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { provinceName, provinces } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { distinctive, type Nearness, nearnessOf, toNearnessQuery } from '#lib/server/search/alike.ts'
import { creditCodeIn, defineRegisterPart } from '#modules/review/server/registerParts.ts'
import { contactName } from '../../organisationForm.ts'
import { roleNames } from '../contacts.ts'
import { organisationValues } from '../organisations.ts'
import { organisation, organisationContact } from '../tables.ts'

/** Why an organisation of the register stands beside the one that applies, in the order of their weight. */
const reasons = {
  creditCode: '统一社会信用代码相同',
  same: '名称相同或只差地区、组织形式',
  sound: '名称同音',
  legalPerson: '法定代表人同名',
  mobile: '联系手机相同',
  phone: '电话相同',
  near: '名称一字之差',
} as const
type Reason = keyof typeof reasons
const order = Object.keys(reasons)

/** Maximum candidates per reason. */
const MAX_CANDIDATES = 100
const MAX_NAMES = 500

defineRegisterPart({
  code: 'organisations',
  order: 10,
  title: '相同或相近的单位',
  none: '相同或相近的单位',
  may: 'staff:members',
  read: async (ctx, { application: { organisationId }, values }, limit) => {
    const known = organisationId === null ? {} : await organisationValues(ctx, organisationId)
    // A form without a credit code is about no organisation: its name is a person's.
    if (!values.creditCode && organisationId === null) return []
    const found = await findAlike(ctx, { ...known, ...values }, organisationId)
    const rows = await readRows(ctx, [...found.keys()])
    return rows
      .map(row => ({ row, why: [...found.get(row.id)!].toSorted(byWeight) }))
      .toSorted((one, other) => byWeight(one.why[0]!, other.why[0]!) || other.why.length - one.why.length)
      .slice(0, limit)
      .map(({ row, why }) => ({
        title: row.name,
        about: [why.map(reason => reasons[reason]).join('、'), provinceName(row.provinceCode)].join(' · '),
        route: `/staff/organisations/${row.id}`,
        isBad: why.some(reason => reason !== 'near' && reason !== 'legalPerson'),
      }))
  },
})

const byWeight = (one: Reason, other: Reason) => order.indexOf(one) - order.indexOf(other)

async function findAlike(ctx: Ctx, said: FormValues, own: number | null): Promise<Map<number, Set<Reason>>> {
  const text = (name: string) => (typeof said[name] === 'string' ? said[name].trim() : '')
  const where = and(
    own === null ? undefined : ne(organisation.id, own),
    permissionCondition(ctx, 'staff:members', organisation.provinceCode),
  )
  const having = async (reason: Reason, condition: SQL | undefined) => {
    if (!condition) return []
    const rows = await ctx.db
      .select({ id: organisation.id })
      .from(organisation)
      .where(and(where, condition))
      .limit(MAX_CANDIDATES)
    return rows.map(({ id }) => ({ id, reason }))
  }
  const equals = (column: typeof organisation.creditCode | typeof organisation.phone, wanted: string) =>
    wanted === '' ? undefined : eq(column, wanted)
  const answers = await Promise.all([
    having('creditCode', equals(organisation.creditCode, creditCodeIn({ values: said }))),
    having('legalPerson', text('legalPerson') ? eq(organisation.legalPerson, text('legalPerson')) : undefined),
    having('phone', equals(organisation.phone, text('phone'))),
    having('mobile', hasMobileOf(ctx, said)),
    findSimilarNames(ctx, text('name'), where),
  ])
  const found = new Map<number, Set<Reason>>()
  for (const { id, reason } of answers.flat()) found.set(id, (found.get(id) ?? new Set()).add(reason))
  return found
}

/** Matches organisations with a contact who has one of these mobiles, compared by keyed hash. */
function hasMobileOf(ctx: Ctx, said: FormValues): SQL | undefined {
  const mobiles = typedKeys(roleNames).flatMap(role => {
    const mobile = said[contactName(role, 'mobile')]
    return typeof mobile === 'string' ? [mobile] : []
  })
  if (mobiles.length === 0) return
  const hashes = mobiles.map(mobile => ctx.encryption.hash(mobile))
  const having = ctx.db
    .select({ id: organisationContact.organisationId })
    .from(organisationContact)
    .where(inArray(organisationContact.mobileHash, hashes))
  return inArray(organisation.id, having)
}

const regions = provinces.flatMap(({ name, short }) => [name, short])

/** Finds organisations whose name sounds alike or differs in one character. */
async function findSimilarNames({ db }: Ctx, name: string, where: SQL | undefined) {
  const core = distinctive(name, regions)
  const query = toNearnessQuery(core)
  if (query === null) return []
  const rows = await db
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .where(and(where, sql`${organisation.heading} @@ ${query}::tsquery`))
    .limit(MAX_NAMES)
  return rows.flatMap(row => {
    const reason: Nearness | undefined = nearnessOf(core, distinctive(row.name, regions))
    return reason ? [{ id: row.id, reason }] : []
  })
}

const readRows = ({ db }: Ctx, ids: number[]) =>
  db
    .select({ id: organisation.id, name: organisation.name, provinceCode: organisation.provinceCode })
    .from(organisation)
    .where(inArray(organisation.id, ids))
    .orderBy(organisation.id)

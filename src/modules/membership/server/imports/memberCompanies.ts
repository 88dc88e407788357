import { inArray, isNotNull, or } from 'drizzle-orm'
import { isCreditCode, plainCreditCode } from '#lib/creditCode.ts'
import type { FormValues } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isSameName } from '#lib/server/database/containsWords.ts'
import { organisationKey } from '#lib/server/search/names.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import type {
  ImportColumn,
  ImportedRow,
  ImportKind,
  LookupOptions,
  Obstacle,
  SecondRecord,
  Verdict,
  WrittenRow,
} from '#modules/imports/server/importKinds.ts'
import { takeContactsApart } from '#modules/members/server/imports/contactCells.ts'
import {
  changeOrganisation,
  compareOrganisations,
  enterOrganisations,
  organisationColumns,
  records as organisationRecords,
  undo as undoOrganisations,
} from '#modules/members/server/imports/organisations.ts'
import type { Organisation } from '#modules/members/server/organisations.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { isOwnCode } from '#modules/ownFields/ownFieldForm.ts'
import { readOwnFields } from '#modules/ownFields/server/ownFields.ts'
import { MEMBER } from '../../words.ts'
import { member } from '../tables.ts'
import {
  changeMember,
  compareExisting,
  columns as memberColumns,
  faults as memberFaults,
  memberRow,
  undo as undoMembers,
} from './members.ts'
import { takenNumbers } from './numbering.ts'

/**
 * An office's own list: a company and its membership in one row. A company without a credit code, or with a wrong one, comes
 * in as 待补 and is certified when somebody has completed it.
 */

const HOLDER = ['holderName', 'holderCode']

export async function columns(ctx: Ctx): Promise<ImportColumn[]> {
  const [company, membership] = [await organisationColumns(ctx), await memberColumns(ctx)]
  const [name, ...rest] = company.map(
    (column): ImportColumn =>
      column.name === 'creditCode'
        ? { ...column, kind: 'text', max: 40, required: false, hint: '没有或有误的按“待补”登记，补齐以前不能发证' }
        : { ...column, required: column.name === 'name' },
  )
  const of = membership.filter(column => !HOLDER.includes(column.name))
  return [name!, ...of.filter(({ required }) => required), ...rest, ...of.filter(({ required }) => !required)]
}

const codeOf = ({ creditCode }: FormValues) => plainCreditCode(String(creditCode ?? ''))
const nameKey = ({ name }: FormValues) => organisationKey(String(name ?? ''))

export const keyOf = (values: FormValues): string => (isCreditCode(codeOf(values)) ? codeOf(values) : nameKey(values))

export const prepare: NonNullable<ImportKind['prepare']> = texts => {
  const { texts: read, notes } = takeContactsApart(texts)
  const code = plainCreditCode(texts.creditCode ?? '')
  if (code && !isCreditCode(code))
    notes.push('统一社会信用代码有误（位数或校验码不符），按“待补”登记，补齐以前不能发证')
  if (!code) notes.push('没有统一社会信用代码，按“待补”登记，补齐以前不能发证')
  return { texts: read, notes }
}

export const faults = memberFaults

const without = (values: FormValues, isLeftOut: (name: string) => boolean): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isLeftOut(name)))

/** The row without the own fields of the company; `codes`: of those of the membership. */
const memberValues = (values: FormValues, codes: ReadonlySet<string>) =>
  without(values, name => isOwnCode(name) && !codes.has(name))

const readMemberCodes = async (ctx: Ctx) => new Set((await readOwnFields(ctx, MEMBER)).map(({ code }) => code))

/** The row as the company's form has it: its code if it is one, and without the own fields of the membership. */
function companyValues(all: FormValues, codes: ReadonlySet<string>): FormValues {
  const { creditCode: _, ...rest } = without(all, name => codes.has(name))
  const values = all
  const code = codeOf(values)
  return isCreditCode(code) ? { ...rest, creditCode: code } : { ...rest, typedCode: String(values.creditCode ?? '') }
}

type Found = { values: FormValues; company: Organisation | undefined; verdict: Verdict }

/** Finds the companies: by code, and by name those that wait for one or are named without. */
async function findCompanies(ctx: Ctx, rows: readonly ImportedRow[], lock: boolean): Promise<Found[]> {
  const memberCodes = await readMemberCodes(ctx)
  const all = rows.map(({ row, values }) => ({ row, values: companyValues(values, memberCodes) }))
  const codes = all.flatMap(({ values }) => (values.creditCode ? String(values.creditCode) : []))
  const { id, name, creditCode, typedCode } = organisation
  const possible = await ctx.db
    .select({ id, name, creditCode, typedCode })
    .from(organisation)
    .where(
      or(
        inArray(creditCode, codes),
        isNotNull(typedCode),
        ...all.filter(({ values }) => !values.creditCode).map(({ values }) => isSameName(name, String(values.name))),
      ),
    )
    .orderBy(id)
  const ids = matchCompanies(all, possible).flatMap(company => company?.id ?? [])
  // Only what the rows are about is locked, and looked at again: somebody may have completed it meanwhile.
  const query = ctx.db.select().from(organisation).where(inArray(id, ids)).orderBy(id)
  const companies = matchCompanies(all, await (lock ? query.for('update') : query))
  const verdicts = await compareOrganisations(ctx, all, companies)
  return all.map(({ values }, i) => ({ values, company: companies[i], verdict: verdicts[i]! }))
}

/** The company of each row: by its code; of its name if that one, or the row, has no code. */
function matchCompanies<Known extends Pick<Organisation, 'name' | 'creditCode' | 'typedCode'>>(
  rows: readonly ImportedRow[],
  known: readonly Known[],
): (Known | undefined)[] {
  const byCode = new Map(known.map(one => [one.creditCode, one]))
  const byName = new Map(known.map(one => [organisationKey(one.name), one]))
  return rows.map(({ values }) => {
    const named = byName.get(nameKey(values))
    if (!values.creditCode) return named
    return byCode.get(String(values.creditCode)) ?? (named && named.typedCode !== null ? named : undefined)
  })
}

const PROVINCE = 'province '

/**
 * Fills in the province that a list of one city does not have: by the code of the company (GB 32100: places 3 and 4 are of
 * the registering authority), or as most companies of the list. Undefined: nothing tells it.
 */
function provinceOf(
  values: FormValues,
  counts: ReadonlyMap<string, number>,
): { code: string; note: string } | undefined {
  const digits = codeOf(values).slice(2, 4)
  const own = provinces.find(({ code }) => /^\d{2}$/.test(digits) && code.startsWith(digits))
  if (own) return { code: own.code, note: '没有所在省份，按信用代码的第 3、4 位登记' }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  const name = provinces.find(({ code }) => code === most?.[0])?.short
  return most && { code: most[0], note: `没有所在省份，也没有信用代码，按表中多数单位所在的${name}登记，请核对` }
}

function countProvinces(rows: readonly ImportedRow[], memory: LookupOptions['memory']): Map<string, number> {
  for (const { values } of rows) {
    const digits = codeOf(values).slice(2, 4)
    const code = String(values.provinceCode ?? provinces.find(one => digits && one.code.startsWith(digits))?.code ?? '')
    if (code) memory.set(PROVINCE + code, Number(memory.get(PROVINCE + code) ?? 0) + 1)
  }
  return new Map(
    [...memory].flatMap(([key, count]) =>
      key.startsWith(PROVINCE) ? [[key.slice(PROVINCE.length), Number(count)]] : [],
    ),
  )
}

export const look: ImportKind['look'] = async (ctx, rows, { lock, memory }) => {
  const found = await findCompanies(ctx, rows, lock)
  const codes = await readMemberCodes(ctx)
  const counts = countProvinces(rows, memory)
  const ids = found.flatMap(({ company }) => company?.id ?? [])
  const query = ctx.db.select().from(member).where(inArray(member.organisationId, ids)).orderBy(member.id)
  const members = await (lock ? query.for('update') : query)
  const taken = await takenNumbers(
    ctx,
    rows.flatMap(({ values }) => (values.number ? String(values.number) : [])),
  )
  return rows.map(({ row, values }, i) => {
    const { company, verdict } = found[i]!
    const twin = sameNamed(values, row, memory)
    if (twin) return twin
    if (verdict.do === 'refuse') return verdict
    const province = values.provinceCode || company ? undefined : provinceOf(values, counts)
    if (!company && !values.provinceCode && !province)
      return { do: 'refuse', column: 'provinceCode', why: '请填写所在省份：没有信用代码可以判断' }
    const fill = province && { fill: { provinceCode: province.code }, notes: [province.note] }
    const before = company && members.find(({ organisationId }) => organisationId === company.id)
    if (!before)
      return values.number && taken.has(numberKey(String(values.number)))
        ? { do: 'refuse', column: 'number', why: '该编号已登记，请核对，或留空由系统编号' }
        : { do: 'add', ...fill }
    const own = compareExisting(before, memberValues(values, codes))
    if (own.do !== 'same') return own
    return verdict.do === 'change' ? { do: 'change', id: before.id, before: {} } : { do: 'same' }
  })
}

/** Two rows of one name, of which one has no code to tell them apart by. */
function sameNamed(values: FormValues, row: number, memory: LookupOptions['memory']): Verdict | undefined {
  const key = `name ${nameKey(values)}`
  const isPending = !isCreditCode(codeOf(values))
  const first = String(memory.get(key) ?? '')
  if (!first) memory.set(key, `${isPending ? 'pending' : 'coded'} ${row}`)
  if (!first || (!isPending && first.startsWith('coded'))) return undefined
  return { do: 'refuse', column: 'name', why: `与第 ${first.split(' ')[1]} 行同名，信用代码不全，请核对是否重复` }
}

/** Writes companies first, then their memberships. */
export const write: ImportKind['write'] = async (ctx, rows) => {
  const codes = await readMemberCodes(ctx)
  const found = await findCompanies(ctx, rows, true)
  const added = found.filter(({ company }) => !company)
  const entered =
    added.length > 0
      ? await enterOrganisations(
          ctx,
          added.map(({ values }) => ({ row: 0, values })),
        )
      : []
  const idOf = new Map(added.map((one, i) => [one, entered[i]!]))
  const also: (SecondRecord | null)[] = []
  for (const one of found) {
    const { company, verdict, values } = one
    if (company && verdict.do === 'change') await changeOrganisation(ctx, company.id, values)
    if (!company) also.push({ id: idOf.get(one)!, before: null })
    else also.push(verdict.do === 'change' ? { id: company.id, before: verdict.before } : null)
  }
  const joined = rows.flatMap(({ values, verdict }, i) =>
    verdict.do === 'add'
      ? [
          memberRow(ctx, memberValues(values, codes), {
            kind: 'organisation',
            id: found[i]!.company?.id ?? idOf.get(found[i]!)!,
          }),
        ]
      : [],
  )
  const members = joined.length > 0 ? await ctx.db.insert(member).values(joined).returning({ id: member.id }) : []
  const ids: { id: number; also: SecondRecord | null }[] = []
  for (const [i, { verdict, values }] of rows.entries()) {
    if (verdict.do === 'change' && Object.keys(verdict.before).length > 0)
      await changeMember(ctx, verdict.id, memberValues(values, codes))
    ids.push({ id: verdict.do === 'change' ? verdict.id : members.shift()!.id, also: also[i]! })
  }
  return ids
}

/** Undoes the memberships, then the companies that came with them. */
export async function undo(ctx: Ctx, rows: WrittenRow[], writtenAt: Date): Promise<Obstacle[]> {
  const memberships = rows.filter(({ before }) => before === null || Object.keys(before).length > 0)
  const obstacles = memberships.length > 0 ? await undoMembers(ctx, memberships, writtenAt) : []
  if (obstacles.length > 0) return obstacles
  const companies = rows.flatMap(({ row, also }) => (also ? [{ row, objectId: also.id, before: also.before }] : []))
  return companies.length > 0 ? undoOrganisations(ctx, companies, writtenAt) : []
}

export async function* records(ctx: Ctx): AsyncGenerator<FormValues> {
  const { organisationId, number, levelCode, joinedOn, validTo, status, feePaidYear, endedOn, endReason, own } = member
  const members = await ctx.db
    .select({ organisationId, number, levelCode, joinedOn, validTo, status, feePaidYear, endedOn, endReason, own })
    .from(member)
    .where(isNotNull(organisationId))
  const byCompany = new Map(members.map(({ organisationId, own, ...of }) => [organisationId, { ...of, ...own }]))
  const areMembers = inArray(organisation.id, ctx.db.select({ id: organisationId }).from(member))
  for await (const company of organisationRecords(ctx, areMembers)) {
    const of = byCompany.get(Number(company.recordId))
    // Joined since the members were read.
    if (!of) continue
    yield { ...company, ...of, levelCode: String(of.levelCode) }
  }
}

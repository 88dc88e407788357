import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNotNull, type SQL } from 'drizzle-orm'
import { pendingCode } from '#lib/creditCode.ts'
import { type FormField, type FormValues, type NameIn, offeredOptions } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { organisationKey } from '#lib/server/search/names.ts'
import { inBatches } from '#lib/server/sheets/workbook.ts'
import { refuseForbidden } from '#modules/imports/server/forbiddenWords.ts'
import type {
  ImportColumn,
  ImportedRow,
  ImportKind,
  Obstacle,
  Verdict,
  WrittenRow,
} from '#modules/imports/server/importKinds.ts'
import { formerValues, restoreRows } from '#modules/imports/server/restoring.ts'
import { mergeOwn, ownColumn, ownImportColumns } from '#modules/ownFields/server/ownFields.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import { askedContactFields, askedOrganisationFields, contactFields } from '../../organisationForm.ts'
import { ORGANISATION } from '../../profileRules.ts'
import { type Contact, contactValues, namelessMessage, rolesWithoutName, saveContacts } from '../contacts.ts'
import { organisationAsking } from '../dictionaries.ts'
import { joinCertificates, partCertificates } from '../joining.ts'
import { afterCodeCompleted, type Organisation, organisationForm, withdrawCompleted } from '../organisations.ts'
import { organisation, organisationContact } from '../tables.ts'
import { organisationWords } from '../words.ts'

type ContactName = NameIn<typeof contactFields>
type Name = NameIn<ReturnType<typeof askedOrganisationFields>> | ContactName

const REQUIRED: readonly Name[] = ['name', 'creditCode', 'provinceCode']
const EXAMPLES: Partial<Record<Name, string>> = {
  name: '示例机电有限公司',
  creditCode: '91110105MA00000008',
  provinceCode: '北京',
  city: '北京市',
  address: '朝阳区演示路 28 号',
  legalPerson: '张明',
  foundedOn: '2008-05-20',
  registeredCapital: '500',
  staffTotal: '86',
  phone: '010-55500126',
  postcode: '100020',
  liaisonName: '李静',
  liaisonPosition: '办公室主任',
  liaisonMobile: '13900001234',
  liaisonEmail: 'lijing@example.com',
}
/** Headings of an office's own lists. */
const ALIASES: Partial<Record<Name, readonly string[]>> = {
  name: ['企业名称', '公司名称', '会员单位', '会员单位名称', '单位全称', '名称'],
  creditCode: ['信用代码', '社会信用代码', '统一信用代码', '统一社会信用代码证号'],
  provinceCode: ['省份', '省', '地区'],
  address: ['地址', '单位地址', '联系地址', '通讯地址'],
  legalPerson: ['法人', '法人代表', '法人姓名', '法定代表人姓名'],
  foundedOn: ['成立时间', '注册日期', '注册时间'],
  registeredCapital: ['注册资金'],
  phone: ['电话', '联系电话', '办公电话', '座机', '固定电话'],
  legalMobile: ['法人手机', '法人电话'],
  representativeName: ['会员代表', '代表姓名'],
  liaisonName: ['联系人', '联络人', '联系人及电话', '联系人和电话'],
  liaisonPosition: ['联系人职务', '职务'],
  liaisonMobile: ['手机', '手机号', '手机号码', '联系手机', '联系人电话'],
  liaisonEmail: ['邮箱', '电子邮箱', '联系邮箱'],
}

export async function organisationColumns(ctx: Ctx): Promise<ImportColumn[]> {
  const asking = await organisationAsking(ctx)
  const asked = [...askedOrganisationFields(asking), ...askedContactFields(asking)]
    .filter(({ kind }) => kind !== 'picture' && kind !== 'point')
    .map(field => ({
      ...field,
      // The register has numbers from abroad, too.
      ...(field.kind === 'phone' && { kind: 'text' as const, max: 40 }),
      required: REQUIRED.includes(field.name as Name),
      example: EXAMPLES[field.name as Name] ?? chosenFrom(field),
      aliases: ALIASES[field.name as Name] ?? [],
    }))
  return [...asked, ...(await ownImportColumns(ctx, ORGANISATION))]
}

/** The trades and the nature of the example are the association's own. */
function chosenFrom({ name, kind, options = [] }: FormField): string {
  if (name !== 'nature' && name !== 'categories') return ''
  const names = offeredOptions(options).map(option => option.name)
  return names.slice(0, kind === 'choices' ? 2 : 1).join('、')
}

function changesOf(values: FormValues, before: Organisation): Partial<Organisation> {
  const columns = { ...organisationForm.columnsOf(values), ...ownColumn(before.own, values) }
  const given = Object.entries(columns) as [keyof Organisation, unknown][]
  return Object.fromEntries(given.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])))
}

const contactNames: readonly string[] = contactFields.map(({ name }) => name)
/** What a row says of the contacts. */
const contactsIn = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => contactNames.includes(name)))

async function contactsBy({ db }: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Map<number, Contact[]>> {
  const of = organisationContact.organisationId
  const rows = await db
    .select()
    .from(organisationContact)
    .where(inArray(of, [...ids]))
  return Map.groupBy(rows, ({ organisationId }) => organisationId)
}

/** Registered organisations by their credit codes. */
async function knownByCode(ctx: Ctx, codes: string[], lock: boolean): Promise<Map<string, Organisation>> {
  const query = ctx.db
    .select()
    .from(organisation)
    .where(inArray(organisation.creditCode, codes))
    .orderBy(asc(organisation.id))
  return new Map((await (lock ? query.for('update') : query)).map(row => [row.creditCode, row]))
}

export const look: ImportKind['look'] = async (ctx, rows, { lock }) => {
  const codes = rows.map(({ values }) => String(values.creditCode))
  const known = await knownByCode(ctx, codes, lock)
  return compareOrganisations(
    ctx,
    rows,
    codes.map(code => known.get(code)),
  )
}

/** What would become of each row, given the organisation that it is about; undefined: a new one. */
export async function compareOrganisations(
  ctx: Ctx,
  rows: readonly ImportedRow[],
  befores: readonly (Organisation | undefined)[],
): Promise<Verdict[]> {
  const contacts = await contactsBy(
    ctx,
    befores.flatMap(before => before?.id ?? []),
  )
  const judge = await readPublicWordRule(ctx)
  const fields = await organisationColumns(ctx)
  return rows.map(({ values }, i) => {
    const before = befores[i]
    const own = (before && contacts.get(before.id)) ?? []
    const stored = contactValues(ctx, own)
    const [nameless] = rolesWithoutName({
      legalPerson: before?.legalPerson ?? null,
      ...values,
      ...stored,
      ...contactsIn(values),
    })
    if (nameless) {
      const column = nameless === 'legal' ? 'legalPerson' : `${nameless}Name`
      return { do: 'refuse', column, why: namelessMessage(nameless) }
    }
    if (!before) return refuseForbidden(judge, fields, values) ?? { do: 'add' }
    if (organisationKey(before.name) !== organisationKey(String(values.name)))
      return { do: 'refuse', column: 'name', why: `该信用代码已登记为“${before.name}”；确需更名的，请到单位档案办理` }
    const { name: _, ...changes } = changesOf(values, before)
    if (changes.creditCode) changes.typedCode = null
    const isReached = Object.entries(contactsIn(values)).some(([name, value]) => stored[name] !== value)
    if (Object.keys(changes).length === 0 && !isReached) return { do: 'same' }
    const forbidden = refuseForbidden(judge, fields, values, Object.keys(changes))
    if (forbidden) return forbidden
    const former = formerValues(before, { ...changes, words: '' })
    return { do: 'change', id: before.id, before: isReached ? { ...former, contacts: own } : former }
  })
}

export async function enterOrganisations(ctx: Ctx, rows: readonly ImportedRow[]): Promise<number[]> {
  const { db, now } = ctx
  const all = rows.map(({ values }) => {
    const creditCode = values.creditCode ?? pendingCode(randomUUID())
    const of = {
      ...organisationForm.rowOf({ ...values, creditCode }),
      typedCode: values.creditCode ? null : typedCodeOf(values),
      own: mergeOwn({}, values),
    }
    return { ...of, words: organisationWords(of), createdAt: now, updatedAt: now }
  })
  const entered = await db.insert(organisation).values(all).returning()
  for (const [i, of] of entered.entries()) {
    const said = contactsIn(rows[i]!.values)
    if (Object.keys(said).length > 0) await saveContacts(ctx, of, said)
  }
  const ids = entered.map(({ id }) => id)
  await joinCertificates({ db }, ids)
  return ids
}

export async function changeOrganisation(ctx: Ctx, id: number, values: FormValues): Promise<void> {
  const { db, now } = ctx
  const [before] = await db.select().from(organisation).where(eq(organisation.id, id))
  const { name: _, ...changes } = changesOf(values, before!)
  if (changes.creditCode) changes.typedCode = null
  const words = organisationWords({ ...before!, ...changes })
  const [after] = await db
    .update(organisation)
    .set({ ...changes, words, updatedAt: now })
    .where(eq(organisation.id, id))
    .returning()
  const said = contactsIn(values)
  if (Object.keys(said).length > 0) await saveContacts(ctx, after!, said)
  if (!changes.creditCode || before!.typedCode === null) return
  await joinCertificates(ctx, [id])
  await afterCodeCompleted(ctx, id)
}

/** What the sheet had for a code that is none, beside the values of the form. */
export const TYPED_CODE = 'typedCode'
const typedCodeOf = (values: FormValues) => String(values[TYPED_CODE] ?? '').slice(0, 40)

/** Puts back the contacts, and what waited for a code, beside the rows of the organisations themselves. */
export async function undo(ctx: Ctx, rows: WrittenRow[], writtenAt: Date): Promise<Obstacle[]> {
  const ids = rows.map(({ objectId }) => objectId)
  const contacts = await contactsBy(ctx, ids)
  const isLater = (id: number) => (contacts.get(id) ?? []).some(({ updatedAt }) => updatedAt > writtenAt)
  const later = rows.filter(({ objectId }) => isLater(objectId))
  if (later.length > 0) return later.map(({ row }) => ({ row, why: '导入之后联系人又有修改' }))
  const completed = rows.flatMap(({ row, objectId, before }) =>
    before && typeof before.typedCode === 'string' ? { row, organisationId: objectId } : [],
  )
  if (completed.length > 0) {
    const obstacles = await withdrawCompleted(ctx, completed, writtenAt)
    if (obstacles.length > 0) return obstacles
    await partCertificates(
      ctx,
      completed.map(({ organisationId }) => organisationId),
      writtenAt,
    )
  }
  const former = new Map(
    rows.flatMap(({ objectId, before }) =>
      before === null
        ? [[objectId, [] as Contact[]]]
        : before.contacts
          ? [[objectId, before.contacts as Contact[]]]
          : [],
    ),
  )
  const stripped = rows.map(({ before, ...row }) => {
    const { contacts: _, ...columns } = before ?? {}
    return { ...row, before: before && columns }
  })
  return restoreRows(ctx, organisation, stripped, writtenAt, {
    own: ['organisation_contact'],
    also: ['account', 'application', 'certificate'].map(table => ({ table, column: 'organisation_id' })),
    clear: async () => {
      await ctx.db.delete(organisationContact).where(inArray(organisationContact.organisationId, [...former.keys()]))
      const again = [...former.values()].flat().map(of => ({ ...of, updatedAt: new Date(of.updatedAt) }))
      if (again.length > 0) await ctx.db.insert(organisationContact).values(again)
    },
  })
}

const BATCH_SIZE = 500

/** Organisations as the table has them, by id; `only`: those for which it holds. */
export async function* records(ctx: Ctx, only?: SQL): AsyncGenerator<FormValues> {
  const rows = inBatches<{ id: number; values: FormValues }>(async after => {
    const found = await ctx.db
      .select()
      .from(organisation)
      .where(and(only, after && gt(organisation.id, after.id)))
      .orderBy(asc(organisation.id))
      .limit(BATCH_SIZE)
    const contacts = await contactsBy(
      ctx,
      found.map(({ id }) => id),
    )
    return found.map(of => ({
      id: of.id,
      values: {
        ...organisationForm.valuesOf(of),
        ...of.own,
        creditCode: of.typedCode ?? of.creditCode,
        phoneIsPublic: of.phoneIsPublic ? 'yes' : 'no',
        ...contactValues(ctx, contacts.get(of.id) ?? []),
      },
    }))
  })
  for await (const { id, values } of rows) yield { ...values, recordId: id }
}

export const personal: ImportKind['personal'] = {
  read: async (ctx, ids) => {
    const contacts = await contactsBy(ctx, ids)
    return new Map(ids.map(id => [id, contactValues(ctx, contacts.get(id) ?? [])]))
  },
  count: ({ db }) => db.$count(organisationContact, isNotNull(organisationContact.mobileSealed)),
}

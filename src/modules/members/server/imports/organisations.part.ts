import { asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import { type FormField, type FormValues, type NameIn, offeredOptions } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { organisationKey } from '#lib/server/search/names.ts'
import { inBatches } from '#lib/server/sheets/workbook.ts'
import {
  type Decided,
  defineImport,
  enterOrChange,
  type ImportColumn,
  type ImportKind,
  type Obstacle,
  type WrittenRow,
} from '#modules/imports/server/importKinds.ts'
import { formerValues, restoreRows } from '#modules/imports/server/restoring.ts'
import { askedOrganisationFields, contactFields } from '../../organisationForm.ts'
import { type Contact, contactValues, roleNames, rolesWithoutName, saveContacts } from '../contacts.ts'
import { organisationChoices } from '../dictionaries.ts'
import { joinCertificates } from '../joining.ts'
import { type Organisation, organisationForm } from '../organisations.ts'
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
  creditCode: ['信用代码', '社会信用代码'],
  legalMobile: ['法人手机', '法人电话'],
  representativeName: ['会员代表', '代表姓名'],
  liaisonName: ['联系人'],
  liaisonMobile: ['手机', '手机号', '手机号码', '联系手机', '联系人电话'],
  liaisonEmail: ['邮箱', '电子邮箱', '联系邮箱'],
}

const readColumns = async (ctx: Ctx): Promise<ImportColumn[]> =>
  [...askedOrganisationFields(await organisationChoices(ctx)), ...contactFields]
    .filter(({ kind }) => kind !== 'picture' && kind !== 'point')
    .map(field => ({
      ...field,
      // The register has numbers from abroad, too.
      ...(field.kind === 'phone' && { kind: 'text' as const, max: 40 }),
      required: REQUIRED.includes(field.name as Name),
      example: EXAMPLES[field.name as Name] ?? chosenFrom(field),
      aliases: ALIASES[field.name as Name] ?? [],
    }))

/** The trades and the nature of the example are the association's own. */
function chosenFrom({ name, kind, options = [] }: FormField): string {
  if (name !== 'nature' && name !== 'categories') return ''
  const names = offeredOptions(options).map(option => option.name)
  return names.slice(0, kind === 'choices' ? 2 : 1).join('、')
}

function changesOf(values: FormValues, before: Organisation): Partial<Organisation> {
  const given = Object.entries(organisationForm.columnsOf(values)) as [keyof Organisation, unknown][]
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

const look: ImportKind['look'] = async (ctx, rows, { lock }) => {
  const codes = rows.map(({ values }) => String(values.creditCode))
  const query = ctx.db
    .select()
    .from(organisation)
    .where(inArray(organisation.creditCode, codes))
    .orderBy(asc(organisation.id))
  const known = new Map((await (lock ? query.for('update') : query)).map(row => [row.creditCode, row]))
  const contacts = await contactsBy(
    ctx,
    [...known.values()].map(({ id }) => id),
  )
  return rows.map(({ values }, i) => {
    const before = known.get(codes[i]!)
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
      return { do: 'refuse', column, why: `填了${roleNames[nameless]}的手机、邮箱或职务的，须填姓名` }
    }
    if (!before) return { do: 'add' }
    if (organisationKey(before.name) !== organisationKey(String(values.name)))
      return { do: 'refuse', column: 'name', why: `该信用代码已登记为“${before.name}”；确需更名的，请到单位档案办理` }
    const { name: _, ...changes } = changesOf(values, before)
    const isReached = Object.entries(contactsIn(values)).some(([name, value]) => stored[name] !== value)
    if (Object.keys(changes).length === 0 && !isReached) return { do: 'same' }
    const former = formerValues(before, { ...changes, words: '' })
    return { do: 'change', id: before.id, before: isReached ? { ...former, contacts: own } : former }
  })
}

async function enter(ctx: Ctx, rows: Decided[]): Promise<number[]> {
  const { db, now } = ctx
  const all = rows.map(({ values }) => {
    const of = organisationForm.rowOf(values)
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

async function change(ctx: Ctx, id: number, values: FormValues): Promise<void> {
  const { db, now } = ctx
  const [before] = await db.select().from(organisation).where(eq(organisation.id, id))
  const { name: _, ...changes } = changesOf(values, before!)
  const words = organisationWords({ ...before!, ...changes })
  const [after] = await db
    .update(organisation)
    .set({ ...changes, words, updatedAt: now })
    .where(eq(organisation.id, id))
    .returning()
  const said = contactsIn(values)
  if (Object.keys(said).length > 0) await saveContacts(ctx, after!, said)
}

/** Puts the contacts back as they were, beside the rows of the organisations themselves. */
async function undo(ctx: Ctx, rows: WrittenRow[], writtenAt: Date): Promise<Obstacle[]> {
  const ids = rows.map(({ objectId }) => objectId)
  const contacts = await contactsBy(ctx, ids)
  const isLater = (id: number) => (contacts.get(id) ?? []).some(({ updatedAt }) => updatedAt > writtenAt)
  const later = rows.filter(({ objectId }) => isLater(objectId))
  if (later.length > 0) return later.map(({ row }) => ({ row, why: '导入之后联系人又有修改' }))
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

async function* records(ctx: Ctx): AsyncGenerator<FormValues> {
  const rows = inBatches<{ id: number; values: FormValues }>(async after => {
    const found = await ctx.db
      .select()
      .from(organisation)
      .where(after && gt(organisation.id, after.id))
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
        phoneIsPublic: of.phoneIsPublic ? 'yes' : 'no',
        ...contactValues(ctx, contacts.get(of.id) ?? []),
      },
    }))
  })
  for await (const { id, values } of rows) yield { ...values, recordId: id }
}

defineImport({
  kind: 'organisations',
  order: 10,
  name: '单位',
  permission: 'staff:members',
  policy: '统一社会信用代码尚未登记的新增；已登记的按信用代码更新（名称须一致），空白的单元格不改动原有内容。',
  columns: readColumns,
  key: { column: 'creditCode', of: ({ creditCode }) => String(creditCode ?? '') },
  look,
  write: (ctx, rows) =>
    enterOrChange(
      rows,
      added => enter(ctx, added),
      (id, values) => change(ctx, id, values),
    ),
  records,
  personal: {
    read: async (ctx, ids) => {
      const contacts = await contactsBy(ctx, ids)
      return new Map(ids.map(id => [id, contactValues(ctx, contacts.get(id) ?? [])]))
    },
    count: ({ db }) => db.$count(organisationContact, isNotNull(organisationContact.mobileSealed)),
  },
  undo,
})

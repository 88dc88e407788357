import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { FormValues, NameIn } from '#lib/form/form.ts'
import { residentSex } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { organisationKey } from '#lib/server/search/names.ts'
import { inBatches } from '#lib/server/sheets/workbook.ts'
import { showPersonsCertificates } from '#modules/certificates/server/register.ts'
import {
  type Decided,
  defineImport,
  enterOrChange,
  type ImportColumn,
  type ImportKind,
} from '#modules/imports/server/importKinds.ts'
import { formerValues, restoreRows } from '#modules/imports/server/restoring.ts'
import { importRow } from '#modules/imports/server/tables.ts'
import { ownColumn, ownImportColumns } from '#modules/ownFields/server/ownFields.ts'
import { idNumberFault, personFields, plainIdNumber } from '../../personForm.ts'
import { applyDemands, PERSON } from '../../profileRules.ts'
import { beginEmployment } from '../employment.ts'
import { type Person, personForm, wholeNumbers } from '../persons.ts'
import { readDemands } from '../profileRules.ts'
import { notifyStaffingChange } from '../staffing.ts'
import { organisation, person } from '../tables.ts'

type Name = NameIn<typeof personFields>

const EXAMPLES: Record<Name, string> = {
  name: '张晓明',
  sex: '男',
  idType: '居民身份证',
  idNumber: '110000199001011236',
  provinceCode: '北京',
  publicConsent: '同意',
  mobile: '13900001234',
  email: 'zhang@example.com',
  education: '本科',
  major: '应用化学',
  jobTitle: '工程师',
  employer: '示例机电有限公司',
  position: '技术员',
}
const HINTS: Partial<Record<Name, string>> = {
  sex: '不填则按居民身份证号码判断',
  idType: '不填则为居民身份证',
  idNumber: '按证件号码判断是否已登记；单元格须为“文本”格式',
  publicConsent: '仅在本人书面同意公示时填“同意”',
  employer: '与单位登记的名称一致时自动关联该单位',
}

/** Accepts exported values that are not in the dictionaries, so that an export can be imported again. */
async function columns(ctx: Ctx): Promise<ImportColumn[]> {
  const asked = applyDemands<(typeof personFields)[number]>(personFields, await readDemands(ctx, 'person'))
  const own = await ownImportColumns(ctx, PERSON)
  return [
    ...asked.map(field => ({
      ...field,
      ...(field.name === 'education' && { kind: 'text' as const, options: undefined, max: 20 }),
      required: field.name === 'name' || field.name === 'idNumber',
      hint: HINTS[field.name],
      example: EXAMPLES[field.name],
      aliases: field.name === 'idNumber' ? ['身份证号', '身份证号码', '公民身份号码'] : [],
    })),
    ...own,
  ]
}

const numberOf = ({ idNumber }: FormValues) => (idNumber ? plainIdNumber(String(idNumber)) : '')

function faults({ now }: Pick<Ctx, 'now'>, { idType = 'resident', sex, idNumber }: FormValues): Record<string, string> {
  const fault = idNumberFault({ idType, idNumber: idNumber! }, dayOf(now))
  if (fault) return { idNumber: fault }
  const isResident = idType === 'resident'
  return isResident && sex && residentSex(numberOf({ idNumber: idNumber! })) !== sex
    ? { sex: '与身份证号码不符，请核对' }
    : {}
}

/** Returns the changed columns of a row. The identity number is not changed: the person was found by it. */
function changesOf(ctx: Ctx, values: FormValues, before?: Person) {
  const { idNumberSealed, idNumberHash, bornOn, idType, mobileSealed, mobileHash, ...columns } = personForm(
    ctx,
    before,
  ).columnsOf(values)
  const found = {
    ...columns,
    ...(before ? {} : { bornOn, idType: idType ?? 'resident', sex: columns.sex ?? sexOf(values) }),
    ...ownColumn(before?.own ?? {}, values),
    ...(mobileHash && mobileHash !== before?.mobileHash && { mobileHash, mobileSealed }),
  }
  const isNew = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before?.[name as keyof Person])
  const news = Object.entries(found).filter(isNew)
  return Object.fromEntries(news) as Partial<Person>
}

const sexOf = (values: FormValues) => (/^\d{17}/.test(numberOf(values)) ? residentSex(numberOf(values)) : null)

const look: ImportKind['look'] = async (ctx, rows, { lock }) => {
  const hashes = rows.map(({ values }) => ctx.encryption.hash(numberOf(values)))
  const query = ctx.db.select().from(person).where(inArray(person.idNumberHash, hashes)).orderBy(asc(person.id))
  const known = new Map((await (lock ? query.for('update') : query)).map(row => [row.idNumberHash, row]))
  return rows.map(({ values }, i) => {
    const before = known.get(hashes[i]!)
    if (!before) return { do: 'add' }
    if (before.name !== values.name)
      return {
        do: 'refuse',
        column: 'name',
        why: '该证件号码已登记在另一个姓名之下，请核对；确需更名的，请到人员档案办理',
      }
    const changes = changesOf(ctx, values, before)
    if (Object.keys(changes).length === 0) return { do: 'same' }
    return { do: 'change', id: before.id, before: formerValues(before, changes) }
  })
}

const write: ImportKind['write'] = async (ctx, rows) => {
  const employers = await employersOf(ctx, rows)
  return enterOrChange(
    rows,
    added => enter(ctx, added, employers),
    (id, values) => change(ctx, id, values),
  )
}

async function enter(ctx: Ctx, rows: Decided[], employers: Map<string, number>): Promise<number[]> {
  const people = rows.map(({ values }) => {
    const idNumber = numberOf(values)
    return {
      name: String(values.name),
      ...changesOf(ctx, values),
      idNumberSealed: ctx.encryption.encrypt(idNumber),
      idNumberHash: ctx.encryption.hash(idNumber),
      organisationId: employers.get(organisationKey(String(values.employer ?? ''))) ?? null,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }
  })
  const { id, organisationId } = person
  const entered = await ctx.db.insert(person).values(people).returning({ personId: id, organisationId })
  await beginEmployment(ctx, entered, { way: 'imported' })
  return entered.map(({ personId }) => personId)
}

async function change(ctx: Ctx, id: number, values: FormValues): Promise<void> {
  const [before] = await ctx.db.select().from(person).where(eq(person.id, id))
  const changes = changesOf(ctx, values, before)
  await ctx.db
    .update(person)
    .set({ ...changes, updatedAt: ctx.now })
    .where(eq(person.id, id))
  if ('publicConsentAt' in changes) await showPersonsCertificates(ctx, id, changes.publicConsentAt !== null)
}

/** Employers that are registered under the name, by `organisationKey`. */
async function employersOf({ db }: Ctx, rows: Decided[]): Promise<Map<string, number>> {
  const wanted = new Set(
    rows.flatMap(({ values }) => (values.employer ? organisationKey(String(values.employer)) : [])),
  )
  if (wanted.size === 0) return new Map()
  const all = await db.select({ id: organisation.id, name: organisation.name }).from(organisation)
  return new Map(all.map(({ name, id }) => [organisationKey(name), id] as const).filter(([key]) => wanted.has(key)))
}

/** New people are a gain, another title may be a loss. */
async function tellStaffing(ctx: Ctx, batchId: number): Promise<void> {
  const rows = await ctx.db
    .selectDistinct({ id: person.organisationId, isRetitled: sql<boolean>`coalesce(before ? 'jobTitle', false)` })
    .from(importRow)
    .innerJoin(person, eq(person.id, importRow.objectId))
    .where(and(eq(importRow.batchId, batchId), isNotNull(person.organisationId)))
  const idsOf = (isRetitled: boolean) => rows.filter(row => row.isRetitled === isRetitled).map(({ id }) => id)
  await notifyStaffingChange(ctx, { lost: idsOf(true), gained: idsOf(false) })
}

const BATCH_SIZE = 500

async function* records(ctx: Ctx): AsyncGenerator<FormValues> {
  const rows = inBatches<Person>(after =>
    ctx.db
      .select()
      .from(person)
      .where(and(isNotNull(person.idNumberSealed), after && gt(person.id, after.id)))
      .orderBy(asc(person.id))
      .limit(BATCH_SIZE),
  )
  for await (const of of rows) {
    const values = personForm(ctx).valuesOf(of)
    yield { ...values, ...of.own, publicConsent: values.publicConsent ?? 'no', recordId: of.id }
  }
}

defineImport({
  kind: 'persons',
  order: 20,
  name: '人员',
  permission: 'staff:members',
  policy: '证件号码尚未登记的新增；已登记的按证件号码更新（姓名须一致），空白的单元格不改动原有内容。',
  columns,
  key: { column: 'idNumber', of: numberOf },
  faults,
  look,
  write,
  records,
  personal: {
    read: wholeNumbers,
    count: ({ db }) => db.$count(person, isNotNull(person.idNumberSealed)),
  },
  finish: { name: '核对各单位的人员', run: tellStaffing },
  undo: (ctx, rows, writtenAt) =>
    restoreRows(ctx, person, rows, writtenAt, {
      own: ['employment'],
      also: ['account', 'application', 'certificate'].map(table => ({ table, column: 'person_id' })),
    }),
})

import { asc, eq, gt, inArray } from 'drizzle-orm'
import { type FormField, type FormValues, type NameIn, offeredOptions } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inBatches } from '#lib/server/sheets/workbook.ts'
import {
  type Decided,
  defineImport,
  enterOrChange,
  type ImportColumn,
  type ImportKind,
} from '#modules/imports/server/importKinds.ts'
import { formerValues, restoreRows } from '#modules/imports/server/restoring.ts'
import { askedOrganisationFields } from '../../organisationForm.ts'
import { organisationChoices } from '../dictionaries.ts'
import { joinCertificates } from '../joining.ts'
import { type Organisation, organisationForm } from '../organisations.ts'
import { organisation } from '../tables.ts'
import { organisationWords } from '../words.ts'

type Name = NameIn<ReturnType<typeof askedOrganisationFields>>

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
}

const readColumns = async (ctx: Ctx): Promise<ImportColumn[]> =>
  askedOrganisationFields(await organisationChoices(ctx))
    .filter(({ kind }) => kind !== 'picture' && kind !== 'point')
    .map(field => ({
      ...field,
      // The register has numbers from abroad, too.
      ...(field.kind === 'phone' && { kind: 'text' as const, max: 40 }),
      required: REQUIRED.includes(field.name),
      example: EXAMPLES[field.name] ?? chosenFrom(field),
      aliases: field.name === 'creditCode' ? ['信用代码', '社会信用代码'] : [],
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

const look: ImportKind['look'] = async ({ db }, rows, { lock }) => {
  const codes = rows.map(({ values }) => String(values.creditCode))
  const query = db
    .select()
    .from(organisation)
    .where(inArray(organisation.creditCode, codes))
    .orderBy(asc(organisation.id))
  const known = new Map((await (lock ? query.for('update') : query)).map(row => [row.creditCode, row]))
  return rows.map(({ values }, i) => {
    const before = known.get(codes[i]!)
    if (!before) return { do: 'add' }
    if (before.name !== values.name)
      return { do: 'refuse', column: 'name', why: `该信用代码已登记为“${before.name}”；确需更名的，请到单位档案办理` }
    const changes = changesOf(values, before)
    if (Object.keys(changes).length === 0) return { do: 'same' }
    return { do: 'change', id: before.id, before: formerValues(before, { ...changes, words: '' }) }
  })
}

async function enter({ db, now }: Ctx, rows: Decided[]): Promise<number[]> {
  const all = rows.map(({ values }) => {
    const of = organisationForm.rowOf(values)
    return { ...of, words: organisationWords(of), createdAt: now, updatedAt: now }
  })
  const entered = await db.insert(organisation).values(all).returning({ id: organisation.id })
  const ids = entered.map(({ id }) => id)
  await joinCertificates({ db }, ids)
  return ids
}

async function change({ db, now }: Ctx, id: number, values: FormValues): Promise<void> {
  const [before] = await db.select().from(organisation).where(eq(organisation.id, id))
  const changes = changesOf(values, before!)
  const words = organisationWords({ ...before!, ...changes })
  await db
    .update(organisation)
    .set({ ...changes, words, updatedAt: now })
    .where(eq(organisation.id, id))
}

const BATCH_SIZE = 500

async function* records({ db }: Ctx): AsyncGenerator<FormValues> {
  const rows = inBatches<Organisation>(after =>
    db
      .select()
      .from(organisation)
      .where(after && gt(organisation.id, after.id))
      .orderBy(asc(organisation.id))
      .limit(BATCH_SIZE),
  )
  for await (const of of rows)
    yield { ...organisationForm.valuesOf(of), phoneIsPublic: of.phoneIsPublic ? 'yes' : 'no' }
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
  undo: (ctx, rows, writtenAt) =>
    restoreRows(ctx, organisation, rows, writtenAt, {
      also: ['account', 'application', 'certificate'].map(table => ({ table, column: 'organisation_id' })),
    }),
})

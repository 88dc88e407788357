import { inArray } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { residentSex } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { ImportColumn, ImportedRow, Verdict } from '#modules/imports/server/importKinds.ts'
import type { RowRules } from '#modules/imports/server/rowChecks.ts'
import { idNumberFault, personFields, plainIdNumber } from '#modules/members/personForm.ts'
import { readDemands } from '#modules/members/server/profileRules.ts'
import { person } from '#modules/members/server/tables.ts'
import { addFields } from '../peopleForm.ts'

const EXAMPLES: Record<string, string> = {
  name: '张晓明',
  sex: '男',
  idType: '居民身份证',
  idNumber: '110000199001011236',
  provinceCode: '北京',
  mobile: '13900001234',
  email: 'zhang@example.com',
  education: '本科',
  major: '应用化学',
  jobTitle: '工程师',
  position: '技术员',
  fromDay: '2026-03-01',
  publicConsent: '同意',
}
const HINTS: Record<string, string> = {
  sex: '不填则按居民身份证号码判断',
  idType: '不填则为居民身份证',
  idNumber: '单元格须为“文本”格式；已在协会登记、未在其他单位的，随即转入本单位',
  provinceCode: '不填则为本单位所在省份',
  fromDay: '不填则为今天',
  publicConsent: '仅在已取得本人书面同意时填“同意”；不填则不公示',
}

/** Fields of the form with fewer required ones, since lists come from elsewhere. */
export const sheetColumns = async (ctx: Pick<Ctx, 'db'>): Promise<ImportColumn[]> =>
  [
    ...addFields(await readDemands(ctx, 'person')),
    { ...personFields.find(({ name }) => name === 'publicConsent')!, label: '同意公示' },
  ].map(field => ({
    ...field,
    required: field.name === 'name' || field.name === 'idNumber',
    hint: HINTS[field.name],
    example: EXAMPLES[field.name] ?? '',
    aliases: field.name === 'idNumber' ? ['身份证号', '身份证号码', '公民身份号码'] : [],
  }))

const numberOf = ({ idNumber }: FormValues) => (idNumber ? plainIdNumber(String(idNumber)) : '')

function ownFaults({ now }: Pick<Ctx, 'now'>, values: FormValues, wrong: FieldErrors): FieldErrors {
  const { idType = 'resident', idNumber = '', fromDay } = values
  const today = dayOf(now)
  const fault = 'idType' in wrong || 'idNumber' in wrong ? undefined : idNumberFault({ idType, idNumber }, today)
  return {
    ...(fault && { idNumber: fault }),
    ...(fromDay && String(fromDay) > today && { fromDay: '不能晚于今天' }),
  }
}

function faults(_: Ctx, values: FormValues): Record<string, string> {
  const { idType = 'resident', sex } = values
  const isResident = idType === 'resident'
  return isResident && sex && residentSex(numberOf(values)) !== sex ? { sex: '与身份证号码不符，请核对' } : {}
}

/** Rules for one company's list: registered persons are not overwritten, and nobody is taken from another company. */
export const rowRulesFor = (organisationId: number): RowRules => ({
  columns: sheetColumns,
  key: { column: 'idNumber', of: numberOf },
  ownFaults,
  faults,
  look: async (ctx, rows, { lock }) => {
    const hashes = rows.map(({ values }) => ctx.encryption.hash(numberOf(values)))
    const query = ctx.db.select().from(person).where(inArray(person.idNumberHash, hashes)).orderBy(person.id)
    const known = new Map((await (lock ? query.for('update') : query)).map(row => [row.idNumberHash, row]))
    return rows.map((row, i) => verdictOn(row, known.get(hashes[i]!), organisationId))
  },
})

function verdictOn({ values }: ImportedRow, known: typeof person.$inferSelect | undefined, own: number): Verdict {
  if (!known) return { do: 'add' }
  if (known.organisationId === own) return { do: 'same' }
  if (known.name !== values.name)
    return { do: 'refuse', column: 'name', why: '该证件号码已在协会登记，姓名不同，请核对；仍不符请与协会联系' }
  if (known.organisationId !== null)
    return { do: 'refuse', column: 'idNumber', why: '此人现登记在其他单位，请用“转入”单独办理，并附劳动合同或社保证明' }
  return { do: 'change', id: known.id, before: {} }
}

/** Fills in defaults: province, kind of document, and the sex from a resident's number. */
export function withDefaults(values: FormValues, provinceCode: string): FormValues {
  const { idType = 'resident', sex, ...rest } = values
  const known = idType === 'resident' ? residentSex(numberOf(values)) : undefined
  const all = { provinceCode, ...rest, idType, sex: sex ?? known ?? null }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined))
}

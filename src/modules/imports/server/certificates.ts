import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { typedNumber } from '#lib/typed.ts'
import { readCatalogues, storedKind } from '#modules/certificates/server/certificateCatalogue.ts'
import type { Register } from '#modules/certificates/server/filters.ts'
import {
  type Certificate,
  enterCertificates,
  type NewCertificate,
  numberKey,
} from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { endAfter, eventNames, type StoredStatus, statusNames } from '#modules/certificates/status.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import type { Decided, ImportColumn, ImportedRow, ImportKind, Verdict } from './importKinds.ts'
import { removeCertificates } from './removing.ts'
import { readStatusEvents, recordStatusEvents } from './statusEvents.ts'

/** Holder of a certificate as the registers know it. */
export type Holding = Pick<
  NewCertificate,
  'organisationId' | 'personId' | 'creditCode' | 'provinceCode' | 'publishedAt'
>
export type HolderResult = { holding: Holding } | { column: string; why: string }

type CertificateImport = Pick<ImportKind, 'kind' | 'order' | 'name' | 'policy' | 'personal'> & {
  register: 'qualification' | 'personnel'
  /** Columns of this register that identify the holder. */
  holders: readonly ImportColumn[]
  whose: (ctx: Ctx, rows: ImportedRow[]) => Promise<HolderResult[]>
  /** Enters holders whom nobody has entered, where a row has what that takes. */
  enterHolders?: (ctx: Ctx, rows: ImportedRow[]) => Promise<void>
  /** The names that are printed. */
  printed: (values: FormValues) => { holderName: string; organisationName: string }
  /** Absent: all its kinds are in the catalogue. */
  oldKinds?: OldKinds
  /** Returns the holder's values of those columns for the export. */
  tell: (ctx: Ctx, certificates: Certificate[]) => Promise<FormValues[]>
}

const STANDINGS: StoredStatus[] = ['valid', 'suspended', 'revoked', 'cancelled', 'replaced']

/** Short forms found in old registers: 撤销 beside 已撤销. */
const SHORT_FORMS = (['suspended', 'revoked', 'cancelled', 'replaced'] as const).map(code => ({
  code,
  name: eventNames[code],
  retired: true,
}))

type Kinds = readonly { code: string; name: string; isRetired?: boolean }[]

type Column = Omit<ImportColumn, 'section'>

function sheetColumns(kinds: Kinds, holders: readonly Column[], takesOld: boolean): ImportColumn[] {
  const columns: Column[] = [
    { name: 'number', label: '证书编号', kind: 'text', max: 40, required: true, example: 'XH-AB01-A-2019-0012' },
    ...holders,
    {
      name: 'kindCode',
      label: '证书种类',
      kind: 'choice',
      options: kinds
        .toSorted((a, b) => Number(a.isRetired ?? false) - Number(b.isRetired ?? false))
        .map(({ code, name, isRetired }) => ({ code, name, ...(isRetired && { retired: true }) })),
      example: kinds.find(({ isRetired }) => !isRetired)?.name ?? '',
      ...(takesOld ? { hint: '目录中已没有的，填在“旧种类名称”' } : { required: true }),
    },
    ...(takesOld ? [OLD_COLUMN] : []),
    { name: 'levelName', label: '级别', kind: 'text', max: 20, example: 'A级', hint: '该种类的级别；不分级的留空' },
    { name: 'scope', label: '范围', kind: 'paragraph', max: 300, example: '' },
    { name: 'issuedOn', label: '发证日期', kind: 'day', required: true, example: '2019-06-01' },
    { name: 'validFrom', label: '有效期起', kind: 'day', example: '2019-06-01', hint: '不填则为发证日期' },
    { name: 'validTo', label: '有效期至', kind: 'day', example: '2023-05-31', hint: '不填则按该种类的有效年限计算' },
    {
      name: 'status',
      label: '状态',
      kind: 'choice',
      example: '有效',
      hint: '不填则为有效；是否过期由日期决定',
      options: [...STANDINGS.map(code => ({ code, name: statusNames[code] })), ...SHORT_FORMS],
    },
    { name: 'statusOn', label: '状态生效日期', kind: 'day', example: '', hint: '状态不是“有效”时必填' },
    { name: 'statusReason', label: '状态原因', kind: 'text', max: 200, example: '' },
  ]
  return columns.map(column => ({ section: '', ...column }))
}

const OLD_COLUMN: Column = {
  name: 'oldKind',
  label: '旧种类名称',
  kind: 'text',
  max: 40,
  example: '',
  hint: '目录中没有的种类，照证书填写；须同时填写有效期至',
}

/** The import of one of the two registers of certificates: old papers come in, what is registered stays as it is. */
export function certificateImport({
  register,
  holders,
  whose,
  enterHolders,
  printed,
  oldKinds,
  tell,
  ...about
}: CertificateImport): ImportKind {
  /** The row of the register that a row of the sheet describes, or what is wrong with it. */
  async function draft(ctx: Ctx, rows: ImportedRow[]) {
    const kinds = await kindsOf(ctx, register)
    const { association } = await readPublicConfig(ctx)
    const owners = await whose(ctx, rows)
    return rows.map(({ values }, i) => {
      const place = values.oldKind ? oldPlace(oldKinds!, values) : placeIn(kinds, values)
      if ('why' in place) return place
      const owner = owners[i]!
      if ('why' in owner) return owner
      const { scope, years, ...printedKind } = place
      const issuedOn = String(values.issuedOn)
      const validFrom = String(values.validFrom ?? issuedOn)
      return {
        register,
        ...owner.holding,
        ...printed(values),
        number: typedNumber(String(values.number)),
        ...printedKind,
        scope: String(values.scope ?? scope),
        issuer: association.name,
        issuedOn,
        validFrom,
        source: 'legacy' as const,
        validTo: values.validTo ? String(values.validTo) : endAfter(validFrom, years),
      }
    })
  }

  async function look(ctx: Ctx, rows: ImportedRow[]): Promise<Verdict[]> {
    const drafted = await draft(ctx, rows)
    const keys = rows.map(({ values }) => numberKey(String(values.number)))
    const found = await ctx.db.select().from(certificate).where(inArray(certificate.numberKey, keys))
    const known = new Map(found.map(row => [row.numberKey, row]))
    return rows.map(({ values }, i) => {
      const before = known.get(keys[i]!)
      if (before && isSame(before, values, printed(values), oldKinds)) return { do: 'same' }
      const why = `编号已登记给“${before?.holderName}”，且内容不同；更正、换发请到证书详情办理`
      if (before) return { do: 'refuse', column: 'number', why }
      const one = drafted[i]!
      return 'why' in one ? { do: 'refuse', ...one } : { do: 'add' }
    })
  }

  async function write(ctx: Ctx, rows: Decided[]): Promise<number[]> {
    await enterHolders?.(ctx, rows)
    const entered = await enterCertificates(ctx, (await draft(ctx, rows)) as NewCertificate[])
    const ids = entered.map(({ id }) => id)
    await recordStatusEvents(ctx, rows, ids)
    return ids
  }

  async function* records(ctx: Ctx): AsyncGenerator<FormValues> {
    const rows = inPortions<Certificate>(after =>
      ctx.db
        .select()
        .from(certificate)
        .where(and(eq(certificate.register, register), after && gt(certificate.id, after.id)))
        .orderBy(asc(certificate.id))
        .limit(EXPORT_BATCH_SIZE),
    )
    for await (const portion of rows) {
      const told = await tell(ctx, portion)
      const ends = await readStatusEvents(ctx, portion)
      for (const [i, one] of portion.entries()) yield { ...valuesOf(one, oldKinds), ...told[i], ...ends.get(one.id) }
    }
  }

  return {
    ...about,
    permission: 'staff:certificates',
    columns: async ctx => sheetColumns(await kindsOf(ctx, register), holders, oldKinds !== undefined),
    key: { column: 'number', of: ({ number }) => numberKey(String(number ?? '')) },
    faults: certificateFaults,
    look,
    write,
    records,
    undo: removeCertificates,
  }
}

const EXPORT_BATCH_SIZE = 500

/** Checks a row by itself, without looking at the register. */
export function certificateFaults({ now }: Pick<Ctx, 'now'>, values: FormValues): Record<string, string> {
  const { number, kindCode, oldKind, issuedOn, validFrom = issuedOn, validTo, status = 'valid', statusOn } = values
  const today = dayOf(now)
  if (!/\d/.test(String(number))) return { number: '编号中应有数字' }
  if (!kindCode && !oldKind) return { kindCode: '请填写证书种类；目录中已没有的，填在“旧种类名称”' }
  if (kindCode && oldKind) return { oldKind: '证书种类和旧种类名称只填一个' }
  if (oldKind && !validTo) return { validTo: '旧种类没有有效年限可算，请填写有效期至' }
  if (String(issuedOn) > today) return { issuedOn: '发证日期不能晚于今天' }
  if (validTo && String(validTo) < String(validFrom)) return { validTo: '不能早于有效期起' }
  if (status !== 'valid' && !statusOn) return { statusOn: '状态不是“有效”时，请填写从哪一天起' }
  if (statusOn && (String(statusOn) > today || String(statusOn) < String(issuedOn)))
    return { statusOn: '应在发证日期与今天之间' }
  return {}
}

type Printed = Pick<Certificate, 'holderName' | 'organisationName'>

/** Whether a row equals the registered certificate. Empty cells count as equal. */
function isSame(before: Certificate, values: FormValues, names: Printed, oldKinds: OldKinds | undefined): boolean {
  const own = {
    ...valuesOf(before, oldKinds),
    holderName: before.holderName,
    organisationName: before.organisationName,
  }
  const told = { ...names, ...values }
  return Object.keys(own).every(name => {
    const value = told[name as keyof typeof told]
    return value === undefined || value === '' || name === 'number' || value === own[name as keyof typeof own]
  })
}

function valuesOf(of: Certificate, oldKinds: OldKinds | undefined) {
  const { number, kindCode, kindName, levelName, scope, issuedOn, validFrom, validTo, status } = of
  const kind = kindCode === oldKinds?.kindCode ? { kindCode: '', oldKind: kindName } : { kindCode, oldKind: '' }
  return { number, ...kind, levelName, scope, issuedOn, validFrom, validTo, status }
}

/** Rows that are wanted together, for what is looked up of them together. */
async function* inPortions<Row>(ask: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await ask(last)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)
  }
}

/** Group and kind under which certificates of kinds that left the catalogue are registered. */
type OldKinds = { groupCode: string; groupName: string; kindCode: string }

const kindsOf = async (ctx: Ctx, register: Register) =>
  (await readCatalogues(ctx))
    .find(one => one.register === register)
    ?.groups.flatMap(group => group.kinds.map(kind => ({ ...kind, group }))) ?? []

type Kind = Awaited<ReturnType<typeof kindsOf>>[number]

type Misfit = { column: string; why: string }

/** Finds the catalogue entry that a row names, or says what is wrong with it. */
function placeIn(kinds: readonly Kind[], values: FormValues): ReturnType<typeof placeOf> | Misfit {
  const kind = kinds.find(({ code }) => code === values.kindCode)!
  if (kind.isRetired) return { column: 'kindCode', why: `“${kind.name}”已停用，不再登记新的证书` }
  const typed = String(values.levelName ?? '')
  const level = kind.levels.find(({ name, code }) => name === typed || code === typed)
  if (!level && (typed || kind.levels.length > 0)) return { column: 'levelName', why: levelsOf(kind) }
  return placeOf(kind, level)
}

const placeOf = (kind: Kind, level: Kind['levels'][number] | undefined) => ({
  ...storedKind(kind, level),
  scope: level?.scope ?? '',
  years: kind.validYears,
})

/** The same of a kind that is copied from the paper. */
const oldPlace = (oldKinds: OldKinds, { oldKind, levelName = '' }: FormValues) => ({
  ...oldKinds,
  kindName: String(oldKind),
  levelCode: '',
  levelName: String(levelName),
  scope: '',
  years: 0,
})

const levelsOf = ({ levels }: { levels: { name: string }[] }) =>
  levels.length > 0 ? `该种类的级别为：${levels.map(({ name }) => name).join('、')}` : '该种类不分级别，请留空'

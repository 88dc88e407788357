import { eq, sql } from 'drizzle-orm'
import type { FieldErrors, FormRow, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { nextIdBelow } from '#lib/server/database/readableId.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { storedRows } from '#lib/server/forms/formExceptions.ts'
import { ruleFault } from '#modules/certificates/numbering.ts'
import { kindElsewhere } from '#modules/certificates/server/certificateCatalogue.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { codeFaults } from '#modules/review/server/extraFields.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { personnelRecords } from '../contract.ts'
import { kindFields, levelColumns } from '../kindForm.ts'
import { stateColumn } from './groupDesk.ts'
import { type PersonnelKind, readGroups, readKinds } from './kinds.ts'
import { CERTIFICATES, describeUses, readKindUses, sumOf } from './kindUses.ts'

const kindForm = bindForm(kindFields([]), personnelKind, {
  groupId: { read: ({ groupId }) => String(groupId), write: groupId => ({ groupId: Number(groupId) }) },
  levels: {
    read: ({ levels }) => levels.map(({ code, name }) => ({ code, name })),
    write: rows => ({ levels: storedRows(levelColumns, rows) }),
  },
  state: stateColumn,
}).besides({ id: true, sort: true })

/** The kinds of persons' certificates, as staff keep them. */
defineSiteRecords<PersonnelKind, ListOf<typeof personnelRecords.personnelKind>>({
  objectType: 'personnelKind',
  ...personnelRecords.personnelKind,
  fields: async ctx => kindFields((await readGroups(ctx)).map(({ id, code, name }) => optionOf(id, `${code} ${name}`))),
  read: async ctx => readKinds(ctx),
  valuesOf: kindForm.valuesOf,
  facts: async ctx => {
    const uses = await readKindUses(ctx)
    return ({ id, groupId, code, isRetired, issuer }) => {
      const own = uses.filter(({ kindId }) => kindId === id)
      return {
        groupId,
        code,
        isRetired,
        isStates: issuer === 'state',
        certificates: sumOf(own.filter(({ called }) => called === CERTIFICATES)),
        usedBy: describeUses(own),
      }
    }
  },
  check: checkKind,
  write,
  table: personnelKind,
  uses: async ctx => {
    const uses = await readKindUses(ctx)
    return ({ id }) => sumOf(uses.filter(({ kindId }) => kindId === id))
  },
  pack: { key: 'code', refers: { groupId: 'personnelGroup' } },
  order: { by: 'groupId' },
})

const optionOf = (id: number, name: string) => ({ code: String(id), name })

async function write({ db }: Ctx, values: FormValues, before: PersonnelKind | undefined): Promise<number> {
  const row = kindForm.rowOf(values)
  if (before) {
    await db.update(personnelKind).set(row).where(eq(personnelKind.id, before.id))
    return before.id
  }
  const id = await nextIdBelow(db, personnelKind, row.groupId, 2)
  const last = sql`(select coalesce(max(sort), -1) + 1 from ${personnelKind} where group_id = ${row.groupId})`
  await db.insert(personnelKind).values({ ...row, id, sort: last })
  return id
}

/** Checks that the fields of the form alone cannot do. */
async function checkKind(ctx: Ctx, values: FormValues, before: PersonnelKind | undefined): Promise<FieldErrors> {
  const { issuer, numberRule, levels } = values
  const others = (await readKinds(ctx)).filter(({ id }) => id !== before?.id)
  const errors: FieldErrors = {
    ...codeFaults(values, 'levels', /^[A-Z0-9]{1,4}$/, '代号应为 1 到 4 个大写字母或数字，例如 1、A'),
    ...(await codeFault(ctx, values, others)),
    ...(before ? await usedFaults(ctx, values, before) : {}),
  }
  const sameName = others.find(({ name, isRetired }) => name === values.name && !isRetired)
  if (sameName && values.state === 'open') errors.name = `“${sameName.name}”（${sameName.code}）已在使用，请另取名称`
  const fault = numberRule || issuer === 'association' ? ruleFault(String(numberRule ?? '')) : undefined
  if (fault) errors.numberRule = fault
  const unnamed = ((levels ?? []) as FormRow[]).map(({ name }) => name)
  for (const [i, name] of unnamed.entries())
    if (name && unnamed.indexOf(name) < i) errors[`levels.${i}.name`] = `与第 ${unnamed.indexOf(name) + 1} 行重名`
  return errors
}

/** A certificate names its kind by the code alone: no two kinds have the same, of whatever register. */
async function codeFault(ctx: Ctx, { code }: FormValues, others: readonly PersonnelKind[]): Promise<FieldErrors> {
  if (!/^[A-Z][A-Z0-9]{1,5}$/.test(String(code)))
    return { code: '代号应为 2 到 6 个大写字母或数字，以字母开头，例如 QX1' }
  const same = others.find(kind => kind.code === code)
  const taken = same ?? (await kindElsewhere(ctx, 'personnel', String(code)))
  return taken ? { code: `代号 ${code} 已用于“${taken.name}”` } : {}
}

/** Refuses changes of values that certificates, courses or study hours refer to. */
async function usedFaults(ctx: Ctx, values: FormValues, before: PersonnelKind): Promise<FieldErrors> {
  const uses = (await readKindUses(ctx)).filter(({ kindId }) => kindId === before.id)
  const errors: FieldErrors = {}
  const byCode = describeUses(uses.filter(use => use.byCode))
  if (values.code !== before.code && byCode) errors.code = `已有 ${byCode}，代号不能再改`
  const issued = uses.some(({ called }) => called === CERTIFICATES)
  if (values.issuer === 'state' && before.issuer === 'association' && issued)
    errors.issuer = '本协会已发过这种证书，不能改为国家发证；不再发的请停用'
  const codes = ((values.levels ?? []) as FormRow[]).map(({ code }) => code)
  for (const { code, name } of before.levels) {
    const used = describeUses(uses.filter(({ levelCode }) => levelCode === code))
    if (!codes.includes(code) && used) errors.levels = `${name}（${code}）已有 ${used}，不能删除或改代号`
  }
  return errors
}

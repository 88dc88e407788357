import { count, isNotNull } from 'drizzle-orm'
import { type FieldErrors, type FormValues, rowsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { storedRows } from '#lib/server/forms/formExceptions.ts'
import { groupOptions } from '#modules/certificates/catalogue/server/groupDesk.ts'
import { defineKindDesk, groupColumn } from '#modules/certificates/catalogue/server/kindDesk.ts'
import {
  CERTIFICATES,
  defineKindUses,
  describeUses,
  readKindUses,
  sumOf,
} from '#modules/certificates/catalogue/server/kindUses.ts'
import { ruleFault } from '#modules/certificates/numbering.ts'
import { personnelKind, studyHours } from '#modules/personnel/server/tables.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { personnelRecords } from '../contract.ts'
import { kindFields, levelColumns } from '../kindForm.ts'
import { stateColumn } from './groupDesk.part.ts'
import { type PersonnelKind, readGroups, readKinds } from './kinds.ts'

const kindForm = bindForm(kindFields([]), personnelKind, {
  groupId: groupColumn,
  levels: {
    read: ({ levels }) => levels.map(({ code, name }) => ({ code, name })),
    write: rows => ({ levels: storedRows(levelColumns, rows) }),
  },
  state: stateColumn,
}).besides({ id: true, sort: true })

/** The kinds of persons' certificates, as staff keep them. */
defineKindDesk<PersonnelKind, ListOf<typeof personnelRecords.personnelKind>>({
  register: 'personnel',
  objectType: 'personnelKind',
  ...personnelRecords.personnelKind,
  groupType: 'personnelGroup',
  table: personnelKind,
  fields: async ctx => kindFields(groupOptions(await readGroups(ctx))),
  read: async ctx => readKinds(ctx),
  ...kindForm,
  facts: async ctx => {
    const usesOf = await readKindUses(ctx, 'personnel')
    return kind => {
      const uses = usesOf(kind)
      return {
        groupId: kind.groupId,
        code: kind.code,
        isRetired: kind.isRetired,
        isStates: kind.issuer === 'state',
        certificates: sumOf(uses.filter(({ called }) => called === CERTIFICATES)),
        usedBy: describeUses(uses),
      }
    }
  },
  check,
  instead: { kind: '可以停用' },
})

async function check(ctx: Ctx, values: FormValues, before: PersonnelKind | undefined): Promise<FieldErrors> {
  const { issuer, numberRule, state } = values
  const errors: FieldErrors = {}
  const others = (await readKinds(ctx)).filter(({ id }) => id !== before?.id)
  const sameName = others.find(({ name, isRetired }) => name === values.name && !isRetired)
  if (sameName && state === 'open') errors.name = `“${sameName.name}”（${sameName.code}）已在使用，请另取名称`
  if (!numberRule && issuer === 'association') errors.numberRule = ruleFault('')!
  if (before?.issuer === 'association' && issuer === 'state' && (await isIssued(ctx, before)))
    errors.issuer = '本协会已发过这种证书，不能改为国家发证；不再发的请停用'
  const names = rowsIn(values, 'levels').map(({ name }) => name)
  for (const [i, name] of names.entries())
    if (name && names.indexOf(name) < i) errors[`levels.${i}.name`] = `与第 ${names.indexOf(name) + 1} 行重名`
  return errors
}

const isIssued = async (ctx: Ctx, kind: PersonnelKind) =>
  (await readKindUses(ctx, 'personnel'))(kind).some(({ called }) => called === CERTIFICATES)

defineKindUses({
  register: 'personnel',
  called: '条学时记录',
  read: async ({ db }) => {
    const rows = await db
      .select({ kindCode: studyHours.certificateKind, count: count() })
      .from(studyHours)
      .where(isNotNull(studyHours.certificateKind))
      .groupBy(studyHours.certificateKind)
    return rows.map(({ kindCode, count }) => ({ kindCode: kindCode!, levelCode: '', count }))
  },
})

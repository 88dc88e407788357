import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import {
  type FieldErrors,
  type FormField,
  type FormRow,
  type FormValues,
  isEmptyValue,
  rowsIn,
} from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { fieldText } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { storedFileOf } from '#modules/files/server/attachments.ts'
import { isHeldBy } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import { type Application, type Kind, kindOf, type Schema } from '#modules/review/server/applicationKinds.ts'
import { openParts, ownApplication, takesMaterials, valuesOf } from '#modules/review/server/applications.ts'
import { filesInForm } from '#modules/review/server/merging.ts'
import { readStateWords } from '#modules/review/server/stateWords.ts'
import { application } from '#modules/review/server/tables.ts'
import { isStampedForm } from '#modules/review/workflow.ts'
import type { applyingContract } from '../contract.ts'

type Endpoints = typeof applyingContract
type Copy = Output<Endpoints['GET /member/application/copied']>

/** Earlier applications offered at most; they are compared field by field. */
const MAX_EARLIER = 20

export const copyingHandlers = {
  'GET /member/application/earlier': async (ctx, { id }) => {
    const draft = await ownApplication(ctx, id)
    const schema = await kindOf(draft).schema(ctx, draft)
    const words = await readStateWords(ctx)
    const earlier = await ctx.db
      .select()
      .from(application)
      .where(
        and(
          eq(application.accountId, signedInActor(ctx).accountId),
          ne(application.state, 'draft'),
          ne(application.id, id),
        ),
      )
      .orderBy(desc(application.id))
      .limit(MAX_EARLIER)
    const open = openParts(draft, schema)
    const fitting = []
    for (const source of earlier) {
      const asked = await kindOf(source).schema(ctx, source)
      // The second step has no form any more, only places for files.
      const isFitting =
        open.fields.length > 0 || slotsToCopy({ schema, asked, draft, source, open: open.slots }).length > 0
      if (isFitting && isCompatible(schema, asked)) fitting.push(source)
    }
    return fitting.map(of => ({
      id: of.id,
      kindName: kindOf(of).name,
      title: of.title,
      number: of.number,
      statusName: words.nameOf(of),
      day: dayOf(of.stateSince),
    }))
  },
  'GET /member/application/copied': async (ctx, { id, from }) => {
    const draft = await ownApplication(ctx, id)
    const source = await ownApplication(ctx, from)
    if (source.state === 'draft') throw conflict('那份申请还没有提交过')
    return copyInto(ctx, draft, source)
  },
} satisfies Partial<Handlers<Endpoints>>

/** Tells whether at least half of the questions were asked in the earlier application, too. */
const isCompatible = ({ fields }: Schema, earlier: Schema) =>
  fields.length > 0 && fields.filter(field => isAskedIn(earlier, field)).length * 2 >= fields.length

const isAskedIn = ({ fields }: Schema, { name, kind }: FormField) =>
  fields.some(field => field.name === name && field.kind === kind)

/**
 * Proposes what an earlier application holds for this one, and writes nothing: only what is empty is filled, since what
 * the form knows already comes from the registers of today. What is not taken over, or will not do any more, is named
 * with its reason.
 */
async function copyInto(ctx: Ctx, draft: Application, source: Application): Promise<Copy> {
  const kind = kindOf(draft)
  const schema = await kind.schema(ctx, draft)
  const asked = await kindOf(source).schema(ctx, source)
  const open = openParts(draft, schema)
  const known = draft.state === 'draft' ? ((await kind.applicant?.known?.(ctx, draft)) ?? {}) : {}
  const now: FormValues = { ...known, ...(await valuesOf(ctx, draft)) }
  const before = await valuesOf(ctx, source)
  const answered = schema.fields.filter(
    field => open.fields.includes(field.name) && isAskedIn(asked, field) && !isEmptyValue(before[field.name]),
  )
  const [kept, empty] = partition(answered, field => field.kind === 'agreement' || !isEmptyValue(now[field.name]))
  const usable = await usableToday(ctx, empty, before)
  const files = await filesFor(ctx, { kind, schema, asked, draft, source, open: open.slots })
  return {
    form: usable.form,
    files: files.taken,
    copied: Object.keys(usable.form).length,
    left: [
      ...kept.flatMap(field => reasonToKeep(field, now, before)),
      ...usable.left,
      ...(await faultsOf(ctx, kind, draft, { schema, form: usable.form, now })),
      ...files.left,
    ],
  }
}

/** Says why a field that was answered before is not filled; nothing where both answers are the same. */
function reasonToKeep(field: FormField, now: FormValues, before: FormValues): Copy['left'] {
  const { name, label } = field
  if (field.kind === 'agreement') return [{ name, label, reason: '须由您这次重新确认' }]
  const former = textOf(field, before)
  return textOf(field, now) === former ? [] : [{ name, label, reason: `保留现在的内容；上次填的是“${former}”` }]
}

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter(one => !belongs(one))]
}

/** A value in words, personal ones in part. */
const textOf = (field: FormField, values: FormValues) => fieldText(field, maskForm([field], values)[field.name])

/** Leaves out what would be refused today: options that are gone, rows with a fault, files that are not there. */
async function usableToday(ctx: Ctx, fields: readonly FormField[], before: FormValues) {
  const given = Object.fromEntries(fields.map(({ name }) => [name, before[name]!]))
  const { errors } = readForm(fields, given, { whole: true, today: dayOf(ctx.now) })
  const held = new Set((await heldFiles(ctx, filesInForm(fields, given))).map(({ id }) => id))
  const form: FormValues = {}
  const left: Copy['left'] = []
  for (const field of fields) {
    const { name, label, columns } = field
    if (columns) {
      const rows: FormRow[] = []
      for (const [i, row] of rowsIn(given, name).entries()) {
        const fault = faultInRow(errors, field, i) ?? (hasLostFile(columns, row, held) ? '所附的文件须重新上传' : '')
        if (fault) left.push({ name, label, reason: `第 ${i + 1} 行没有带入：${fault}` })
        else rows.push(row)
      }
      if (rows.length > 0) form[name] = rows
    } else if (errors[name])
      left.push({ name, label, reason: `上次的“${textOf(field, before)}”没有带入：${errors[name]}` })
    else if (hasLostFile([field], given, held)) left.push({ name, label, reason: '所附的文件须重新上传' })
    else form[name] = given[name]!
  }
  return { form, left }
}

function faultInRow(errors: FieldErrors, { name, columns = [] }: FormField, i: number): string | undefined {
  const key = Object.keys(errors).find(key => key.startsWith(`${name}.${i}.`))
  if (!key) return undefined
  const column = columns.find(one => key === `${name}.${i}.${one.name}`)
  return column ? `${column.label}：${errors[key]}` : errors[key]
}

const hasLostFile = (fields: readonly FormField[], values: FormValues, held: ReadonlySet<number>) =>
  filesInForm(fields, values).some(id => !held.has(id))

/** Files of the caller that are still there. */
const heldFiles = (ctx: Ctx, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : ctx.db
        .select()
        .from(file)
        .where(and(inArray(file.id, [...ids]), isHeldBy(ctx), isNull(file.deletedAt)))

type Taken = { schema: Schema; form: FormValues; now: FormValues }

/** Says of what is taken over what its kind finds wrong with it today. */
async function faultsOf(ctx: Ctx, kind: Kind, draft: Application, { schema, form, now }: Taken): Promise<Copy['left']> {
  const errors = (await kind.faults?.(ctx, { application: draft, values: { ...now, ...form } })) ?? {}
  return Object.entries(errors).flatMap(([key, fault]) => {
    const [name = '', row] = key.split('.')
    const field = schema.fields.find(one => one.name === name)
    if (!field || !(name in form)) return []
    const place = row === undefined ? '' : `第 ${Number(row) + 1} 行`
    return [{ name, label: field.label, reason: `已带入，${place}须更正：${fault}` }]
  })
}

type FileCopy = {
  schema: Schema
  asked: Schema
  draft: Application
  source: Application
  open: readonly string[]
}

/** Places that are open and empty, and were filled in the earlier application. */
const slotsToCopy = ({ schema, asked, draft, source, open }: FileCopy): Schema['slots'] =>
  (takesMaterials(schema, draft) ? schema.slots : []).filter(
    ({ code }) =>
      open.includes(code) &&
      asked.slots.some(slot => slot.code === code) &&
      source.materials[code]?.length &&
      !draft.materials[code]?.length,
  )

async function filesFor(ctx: Ctx, of: FileCopy & { kind: Kind }) {
  const taken: Copy['files'] = []
  const left: Copy['left'] = []
  for (const { code, name, max } of slotsToCopy(of)) {
    if (code === of.kind.sealedSlot || isStampedForm(code)) {
      left.push({ name: code, label: name, reason: '须按这次的内容重新打印、签章' })
      continue
    }
    const ids = of.source.materials[code]!
    const held = (await heldFiles(ctx, ids)).slice(0, max)
    taken.push(...held.map(one => ({ code, file: storedFileOf(one) })))
    if (held.length < ids.length) {
      const lost = ids.length - held.length
      left.push({ name: code, label: name, reason: `${lost} 个文件已不在或不是您上传的，须重新上传` })
    }
  }
  return { taken, left }
}

import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inBatches } from '#lib/server/sheets/workbook.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import type {
  Decided,
  ImportColumn,
  ImportedRow,
  ImportKind,
  Obstacle,
  Verdict,
  WrittenRow,
} from '#modules/imports/server/importKinds.ts'
import { removeCertificates } from '#modules/imports/server/removing.ts'
import { formerValues, restoreRows } from '#modules/imports/server/restoring.ts'
import { wholeNumbers } from '#modules/members/server/persons.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { mergeOwn, ownColumn, ownImportColumns } from '#modules/ownFields/server/ownFields.ts'
import { MEMBER, memberStatusNames } from '../../words.ts'
import { member, memberLevel } from '../tables.ts'
import { findHolders, type Holder, type HolderResult } from './holders.ts'
import { PENDING_NUMBER_PREFIX, takenNumbers } from './numbering.ts'

type Member = typeof member.$inferSelect

const statuses = Object.entries(memberStatusNames).map(([code, name]) => ({ code, name }))
const ENDED_STATUSES = ['withdrawn', 'lapsed', 'expelled']

export async function columns(ctx: Ctx): Promise<readonly ImportColumn[]> {
  const { db } = ctx
  const levels = await db.select().from(memberLevel).orderBy(asc(memberLevel.sort))
  const options = levels.map(({ code, name }) => ({ code: String(code), name }))
  const all: Omit<ImportColumn, 'section'>[] = [
    {
      name: 'holderName',
      label: '会员名称',
      kind: 'text',
      max: 60,
      required: true,
      example: '示例机电有限公司',
    },
    {
      name: 'holderCode',
      label: '信用代码或证件号码',
      kind: 'text',
      max: 30,
      required: true,
      personal: true,
      hint: '单位填统一社会信用代码，个人填证件号码；须已登记',
      example: '91110105MA00000008',
      aliases: ['统一社会信用代码', '证件号码'],
    },
    {
      name: 'number',
      label: '会员编号',
      kind: 'text',
      max: 30,
      hint: '不填则自动编号',
      example: '',
      aliases: ['会员号', '会员证号'],
    },
    {
      name: 'levelCode',
      label: '会员级别',
      kind: 'choice',
      options,
      required: true,
      example: options[0]?.name ?? '',
      aliases: ['商会职务', '协会职务', '会内职务', '社会职务', '会员类别', '会员等级', '级别'],
    },
    {
      name: 'joinedOn',
      label: '入会日期',
      kind: 'day',
      required: true,
      example: '2018-03-01',
      aliases: ['入会时间', '加入时间', '入会年月日'],
    },
    { name: 'validTo', label: '有效期至', kind: 'day', example: '', hint: '不填则为长期' },
    { name: 'status', label: '会员状态', kind: 'choice', options: statuses, hint: '不填则为有效', example: '有效' },
    { name: 'feePaidYear', label: '会费已缴年度', kind: 'number', min: 1980, max: 2100, example: '2025' },
    { name: 'endedOn', label: '终止日期', kind: 'day', hint: '已退会、自动丧失、除名时必填', example: '' },
    { name: 'endReason', label: '终止原因', kind: 'text', max: 200, example: '' },
  ]
  return [...all.map(column => ({ section: '', ...column })), ...(await ownImportColumns(ctx, MEMBER))]
}

export function faults({ now }: Ctx, values: FormValues): Record<string, string> {
  const { joinedOn, validTo, status = 'active', endedOn } = values
  const today = dayOf(now)
  if (String(joinedOn) > today) return { joinedOn: '不能晚于今天' }
  if (validTo && String(validTo) < String(joinedOn)) return { validTo: '不能早于入会日期' }
  const isGone = ENDED_STATUSES.includes(String(status))
  if (isGone && (!endedOn || String(endedOn) > today)) return { endedOn: '请填写终止日期，不晚于今天' }
  return endedOn && !isGone ? { endedOn: '会员未终止，请留空，或更正会员状态' } : {}
}

export async function look(ctx: Ctx, rows: ImportedRow[], { lock }: { lock: boolean }): Promise<Verdict[]> {
  const holders = await holdersOf(ctx, rows)
  const query = ctx.db.select().from(member).where(isHeldBy(holders)).orderBy(asc(member.id))
  const known = await (lock ? query.for('update') : query)
  const taken = await takenNumbers(
    ctx,
    rows.flatMap(({ values }) => (values.number ? String(values.number) : [])),
  )
  const withoutProvince = await organisationsWithoutProvince(ctx, holders)
  return rows.map(({ values }, i) => {
    const holder = holders[i]!
    if ('why' in holder) return { do: 'refuse', ...holder }
    const before = known.find(one => one[`${holder.kind}Id`] === holder.id)
    if (before) return compareExisting(before, values)
    if (values.number && taken.has(numberKey(String(values.number))))
      return { do: 'refuse', column: 'number', why: '该编号已登记，请核对，或留空由系统编号' }
    if (!values.number && holder.kind === 'organisation' && withoutProvince.has(holder.id))
      return { do: 'refuse', column: 'number', why: '单位没有登记所在省份，不能自动编号：请先补填所在省份，或填写编号' }
    return { do: 'add' }
  })
}

/** Ids of organisations to which no number can be given, since it contains the province. */
async function organisationsWithoutProvince({ db }: Ctx, holders: HolderResult[]): Promise<Set<number>> {
  const ids = holders.flatMap(one => ('id' in one && one.kind === 'organisation' ? one.id : []))
  const rows = await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(and(inArray(organisation.id, ids), sql`coalesce(${organisation.provinceCode}, '') = ''`))
  return new Set(rows.map(({ id }) => id))
}

async function holdersOf(ctx: Ctx, rows: ImportedRow[]): Promise<HolderResult[]> {
  const levels = await ctx.db.select({ code: memberLevel.code, kind: memberLevel.kind }).from(memberLevel)
  return findHolders(ctx, rows, new Map(levels.map(({ code, kind }) => [String(code), kind])))
}

function isHeldBy(holders: HolderResult[]) {
  const idsOf = (kind: Holder['kind']) => holders.flatMap(one => ('id' in one && one.kind === kind ? one.id : []))
  return or(inArray(member.organisationId, idsOf('organisation')), inArray(member.personId, idsOf('person')))
}

const FIXED_FIELDS = ['number', 'levelCode', 'joinedOn', 'validTo', 'status', 'endedOn', 'endReason'] as const

/**
 * Refuses changes to data printed on a certificate, which have acts of their own; accepts a change of the year paid and of
 * own fields.
 */
export function compareExisting(before: Member, values: FormValues): Verdict {
  const differs = FIXED_FIELDS.find(
    name => (values[name] ?? '') !== '' && String(values[name]) !== String(before[name]),
  )
  if (differs)
    return { do: 'refuse', column: differs, why: `已是会员，登记的是“${shown(before, differs)}”；变更请到会员详情办理` }
  const changes = changesOf(before, values)
  if (Object.keys(changes).length === 0) return { do: 'same' }
  return { do: 'change', id: before.id, before: formerValues(before, changes) }
}

/** What an import may change of a member: the year paid, and own fields. */
function changesOf(before: Pick<Member, 'feePaidYear' | 'own'>, values: FormValues): Partial<Member> {
  const { feePaidYear } = values
  const { own } = ownColumn(before.own, values)
  return {
    ...(feePaidYear !== undefined && feePaidYear !== before.feePaidYear && { feePaidYear: Number(feePaidYear) }),
    ...(own && JSON.stringify(own) !== JSON.stringify(mergeOwn(before.own, {})) && { own }),
  }
}

/** Changes a member as the row says. */
export async function changeMember({ db, now }: Ctx, id: number, values: FormValues): Promise<void> {
  const [before] = await db.select().from(member).where(eq(member.id, id))
  await db
    .update(member)
    .set({ ...changesOf(before!, values), updatedAt: now })
    .where(eq(member.id, id))
}

const shown = (before: Member, name: (typeof FIXED_FIELDS)[number]) =>
  name === 'status' ? memberStatusNames[before.status] : (before[name] ?? '未填')

export async function write(ctx: Ctx, rows: Decided[]): Promise<number[]> {
  const holders = await holdersOf(ctx, rows)
  const added = rows.flatMap(({ values, verdict }, i) =>
    verdict.do === 'add' ? [memberRow(ctx, values, holders[i] as Holder)] : [],
  )
  const entered = added.length > 0 ? await ctx.db.insert(member).values(added).returning({ id: member.id }) : []
  const ids: number[] = []
  for (const { values, verdict } of rows) {
    if (verdict.do === 'change') await changeMember(ctx, verdict.id, values)
    ids.push(verdict.do === 'change' ? verdict.id : entered.shift()!.id)
  }
  return ids
}

export const memberRow = ({ now }: Ctx, values: FormValues, { kind, id }: Holder) => ({
  kind,
  organisationId: kind === 'organisation' ? id : null,
  personId: kind === 'person' ? id : null,
  number: values.number ? String(values.number) : PENDING_NUMBER_PREFIX + randomUUID(),
  levelCode: Number(values.levelCode),
  joinedOn: String(values.joinedOn),
  status: (values.status ?? 'active') as Member['status'],
  validTo: values.validTo ? String(values.validTo) : null,
  feePaidYear: values.feePaidYear === undefined ? null : Number(values.feePaidYear),
  endedOn: values.endedOn ? String(values.endedOn) : null,
  endReason: String(values.endReason ?? ''),
  own: mergeOwn({}, values),
  createdAt: now,
  updatedAt: now,
})

/** Undoes the import of members together with the certificates issued for them. */
export async function undo(ctx: Ctx, rows: WrittenRow[], writtenAt: Date): Promise<Obstacle[]> {
  const ids = rows.flatMap(({ objectId, before }) => (before ? [] : objectId))
  const papers = await ctx.db
    .select({ id: member.id, certificateId: member.certificateId })
    .from(member)
    .where(inArray(member.id, ids))
  const of = new Map(papers.map(({ id, certificateId }) => [id, certificateId]))
  await ctx.db.update(member).set({ certificateId: null }).where(inArray(member.id, ids))
  const certified = rows.flatMap(({ row, objectId }) => {
    const certificateId = of.get(objectId)
    return certificateId ? { row, objectId: certificateId, before: null } : []
  })
  const obstacles = await removeCertificates(ctx, certified, writtenAt)
  return [...obstacles, ...(await restoreRows(ctx, member, rows, writtenAt))]
}

const BATCH_SIZE = 500

export async function* records({ db, encryption }: Ctx): AsyncGenerator<FormValues> {
  const find = (after: number) =>
    db
      .select({ of: member, organisation: { name: organisation.name, code: organisation.creditCode }, person })
      .from(member)
      .leftJoin(organisation, eq(organisation.id, member.organisationId))
      .leftJoin(person, eq(person.id, member.personId))
      .where(and(gt(member.id, after)))
      .orderBy(asc(member.id))
      .limit(BATCH_SIZE)
  type Row = Awaited<ReturnType<typeof find>>[number]
  for await (const { of, organisation: company, person: self } of inBatches<Row>(after => find(after?.of.id ?? 0)))
    yield {
      ...of.own,
      number: of.number,
      joinedOn: of.joinedOn,
      validTo: of.validTo,
      status: of.status,
      feePaidYear: of.feePaidYear,
      endedOn: of.endedOn,
      endReason: of.endReason,
      levelCode: String(of.levelCode),
      holderName: company?.name ?? self?.name ?? '',
      holderCode: company?.code ?? (self?.idNumberSealed ? encryption.decrypt(self.idNumberSealed) : ''),
      // A company's code is public.
      recordId: company ? null : of.personId,
    }
}

export const personal: ImportKind['personal'] = {
  read: async (ctx, ids) => {
    const numbers = await wholeNumbers(ctx, ids)
    return new Map([...numbers].map(([id, { idNumber }]) => [id, { holderCode: idNumber }]))
  },
  count: ({ db }) => db.$count(member, isNotNull(member.personId)),
}

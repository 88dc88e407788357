import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { type FormField, type FormRow, rowsIn } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { decryptForm, maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName, byPinyin } from '#lib/server/registers/registerColumns.ts'
import type { Sheet } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { awardCall, awardEntry, awardKind } from '#modules/awards/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import { entryFilters } from '../../entryFilters.ts'
import { entryStates } from '../entryStates.ts'
import { benefits, earlierAwards, organisations, persons, rights } from '../entryTables.ts'
import type { staffEntryContract } from '../staffEntryContract.ts'
import { fieldsOf } from './entries.ts'

/** Drafts, and what never came further, are nobody's but their writer's. */
const isHandedIn = and(ne(application.revision, 0), ne(application.state, 'draft'))!

/** Entries that were handed in, each with its form as staff may read it. */
export async function readHandedIn(ctx: Ctx, ids: readonly number[]) {
  const rows = await ctx.db
    .select({ entry: awardEntry, call: awardCall, kind: awardKind, of: application, organisation, person })
    .from(awardEntry)
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .innerJoin(awardCall, eq(awardCall.id, awardEntry.callId))
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .leftJoin(organisation, eq(organisation.id, awardEntry.organisationId))
    .leftJoin(person, eq(person.id, awardEntry.personId))
    .where(and(inArray(awardEntry.id, [...ids]), isHandedIn))
  return rows.map(row => {
    const fields = fieldsOf(row)
    return { ...row, fields, values: maskForm(fields, decryptForm(fields, row.of.form, ctx.encryption)) }
  })
}
type HandedIn = Awaited<ReturnType<typeof readHandedIn>>[number]

export function toRow({ entry, call, kind, of, organisation, person }: HandedIn) {
  const named = (all: readonly { code: string; name: string }[], code: string) =>
    all.find(one => one.code === code)?.name ?? ''
  const { subTypes, groups, levels } = call.rules
  return {
    id: entry.id,
    applicationId: of.id,
    applyNo: of.number ?? '',
    name: entry.name,
    year: call.year,
    kindName: kind.name,
    subTypeName: named(subTypes, entry.subType),
    groupName: named(groups, entry.groupCode),
    levelWanted: named(levels, entry.levelWanted),
    status: of.state,
    statusName: nameOfState(of.state),
    applicant: organisation?.name ?? person?.name ?? '',
    submittedOn: of.submittedAt && dayOf(of.submittedAt),
    score: entry.score,
    rank: entry.rank,
  }
}

const words =
  (name: string) =>
  ({ fields, values }: HandedIn) => {
    const field = fields.find(one => one.name === name)
    return field ? fieldText(field, values[name]) : ''
  }

/** 奖励申报: what was handed in for the awards of all years. */
const entryRegister = defineRegister({
  name: '奖励申报',
  views: { code: 'awardEntry', permission: 'staff:awards' },
  filters: entryFilters,
  from: sql`${awardEntry} join ${application} on ${application.id} = ${awardEntry.applicationId}
    join ${awardCall} on ${awardCall.id} = ${awardEntry.callId}
    join ${awardKind} on ${awardKind.id} = ${awardCall.kindId}
    left join ${organisation} on ${organisation.id} = ${awardEntry.organisationId}
    left join ${person} on ${person.id} = ${awardEntry.personId}`,
  id: awardEntry.id,
  newest: awardEntry.id,
  within: () => isHandedIn,
  where: {
    key: words =>
      or(...[awardEntry.name, application.number, organisation.name].map(name => containsWords(name, words))),
    callId: awardEntry.callId,
    year: awardCall.year,
    group: awardEntry.groupCode,
    status: state => sql`${application.state} = ${state}`,
  },
  read: readHandedIn,
  row: toRow,
  columns: {
    applyNo: {
      heading: '申报编号',
      value: ({ of }) => of.number,
      sort: sql`coalesce(${application.number}, '')`,
      nowrap: true,
    },
    name: { heading: '名称', width: 40, value: ({ entry }) => entry.name, sort: byPinyin(awardEntry.name) },
    year: { heading: '年度', width: 8, value: ({ call }) => String(call.year), sort: awardCall.year, nowrap: true },
    kindName: { heading: '奖项', value: ({ kind }) => kind.name, sort: byPinyin(awardKind.name) },
    subTypeName: { heading: '类别', value: of => toRow(of).subTypeName, sort: awardEntry.subType },
    groupName: { heading: '专业组', value: of => toRow(of).groupName, empty: '不分组', sort: awardEntry.groupCode },
    levelWanted: { heading: '申报等级', value: of => toRow(of).levelWanted, empty: '未指定', nowrap: true },
    applicant: {
      heading: '申报者',
      width: 36,
      value: of => toRow(of).applicant,
      sort: byName(sql`coalesce(${organisation.name}, ${person.name}, '')`),
    },
    statusName: {
      heading: '状态',
      value: ({ of }) => nameOfState(of.state),
      sort: sql`array_position(${sql.param([...entryStates])}::text[], ${application.state})`,
      nowrap: true,
    },
    submittedOn: {
      heading: '提交日期',
      value: of => toRow(of).submittedOn,
      sort: sql`coalesce(${application.submittedAt}, '-infinity')`,
      nowrap: true,
    },
    score: {
      heading: '得分',
      value: ({ entry }) => entry.score,
      empty: '未评',
      sort: sql`coalesce(${awardEntry.score}, -1)`,
      isFigure: true,
    },
    rank: {
      heading: '名次',
      value: ({ entry }) => entry.rank,
      empty: '—',
      sort: sql`coalesce(${awardEntry.rank}, 0)`,
      isFigure: true,
    },
    nominator: { heading: '提名', width: 24, value: words('nominator') },
    contactName: { heading: '联系人', width: 24, value: words('contactName') },
    startDate: { heading: '起始日期', width: 24, value: words('startDate') },
    endDate: { heading: '完成日期', width: 24, value: words('endDate') },
    keywords: { heading: '关键词', width: 24, value: words('keywords') },
    intro: { heading: '简介', width: 24, value: words('intro') },
  },
  listed: [
    'name',
    'applicant',
    'statusName',
    'year',
    'kindName',
    'groupName',
    'levelWanted',
    'score',
    'rank',
    'submittedOn',
    'subTypeName',
    'applyNo',
  ],
})

/** Row of a table inside a form, by its place. */
type Line = { of: HandedIn; place: number; row: FormRow }

async function* linesOf(entries: AsyncIterable<HandedIn>, table: string): AsyncGenerator<Line> {
  for await (const of of entries)
    for (const [i, row] of rowsIn(of.values, table).entries()) yield { of, place: i + 1, row }
}

/** Sheet of a table inside the forms; personal columns are not exported. */
const sheetOf = (entries: AsyncIterable<HandedIn>, [name, table]: (typeof tables)[number]): Sheet<Line> => ({
  name,
  columns: [
    { title: '申报编号', value: ({ of }) => of.of.number },
    { title: '名称', width: 40, value: ({ of }) => of.entry.name },
    { title: '次序', width: 6, value: ({ place }) => place },
    ...(table.columns ?? [])
      .filter(({ personal }) => !personal)
      .map(field => ({
        title: field.label,
        width: 20,
        value: ({ row }: Line) => fieldText(field, row[field.name]),
      })),
  ],
  rows: linesOf(entries, table.name),
})

const tables: [string, FormField][] = [
  ['单位', organisations],
  ['人员', persons],
  ['经济效益', benefits],
  ['知识产权', rights],
  ['曾获奖励', earlierAwards],
]

export const entryRegisterHandlers = {
  'GET /staff/award/entry/list': (ctx, asked) => entryRegister.list(ctx, asked),
  'GET /staff/award/entry/export': async (ctx, asked) => {
    const detail = await entryRegister.exportDetail(ctx, asked)
    await record(ctx, { action: 'awardEntry.export', objectType: 'awardEntry', detail })
    return entryRegister.export(ctx, asked, entries => tables.map(table => sheetOf(entries(), table)))
  },
} satisfies Partial<Handlers<typeof staffEntryContract>>

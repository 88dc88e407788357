import { asc, gt, inArray } from 'drizzle-orm'
import { dayOf, startOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { fold } from '#lib/server/search/fold.ts'
import { inBatches } from '#lib/server/sheets/workbook.ts'
import { awardKind, awardWinner } from '#modules/awards/server/tables.ts'
import { refuseForbidden } from '#modules/imports/server/forbiddenWords.ts'
import { defineImport, type ImportColumn, type ImportKind } from '#modules/imports/server/importKinds.ts'
import { restoreRows } from '#modules/imports/server/restoring.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import { namesIn } from '../winnerForm.ts'
import { type Winner, winnerWordsOf } from './winners.ts'

const BATCH_SIZE = 500

const text = (name: string, label: string, max: number, example: string, of: Partial<ImportColumn> = {}) => ({
  name,
  label,
  section: '',
  kind: 'text' as const,
  max,
  example,
  ...of,
})

async function columns({ db }: Ctx): Promise<ImportColumn[]> {
  const kinds = await db.select().from(awardKind).orderBy(asc(awardKind.sort), asc(awardKind.id))
  return [
    { ...text('year', '年度', 4, '2019'), kind: 'number', required: true, min: 1980, max: 2999 },
    {
      ...text('kind', '奖项', 40, kinds[0]?.name ?? '科学技术奖'),
      kind: 'choice',
      required: true,
      options: kinds.map(({ code, name }) => ({ code, name })),
    },
    text('subTypeName', '奖励类别', 20, '科技进步奖'),
    text('groupName', '专业组', 20, '节能技术'),
    text('levelName', '等级', 20, '二等奖', { required: true }),
    text('name', '项目名称', 60, '工业废液处理技术', { required: true, aliases: ['项目', '题目', '获奖项目'] }),
    text('organisations', '单位', 1000, '示例机电有限公司；示例检验中心', {
      hint: '先后即名次，用分号隔开',
    }),
    text('persons', '人员', 600, '张晓明；李文', { hint: '先后即名次，用分号隔开' }),
    { ...text('awardedOn', '授奖日期', 10, '2019-11-20', { required: true }), kind: 'day' },
    { ...text('shownFrom', '公布日期', 10, '2019-11-20', { hint: '从这一天起公开；不填则不公开' }), kind: 'day' },
  ]
}

/** Identifies a winner: same award, year and work. */
const keyOf = ({ year, kind, name }: FormValues) => [year, kind, fold(String(name ?? '')).replace(/\s/g, '')].join(' ')

function faults({ now }: Pick<Ctx, 'now'>, values: FormValues): Record<string, string> {
  if (values.awardedOn && String(values.awardedOn) > dayOf(now)) return { awardedOn: '不能晚于今天' }
  if (values.shownFrom && String(values.shownFrom) < String(values.awardedOn)) return { shownFrom: '不能早于授奖日期' }
  const isNobodys = namesIn(values.organisations).length + namesIn(values.persons).length === 0
  return isNobodys ? { organisations: '请至少填写一家单位或一名人员' } : {}
}

async function kindIds({ db }: Pick<Ctx, 'db'>) {
  const kinds = await db.select({ id: awardKind.id, code: awardKind.code }).from(awardKind)
  return { byCode: new Map(kinds.map(one => [one.code, one.id])), byId: new Map(kinds.map(one => [one.id, one.code])) }
}

const look: ImportKind['look'] = async (ctx, rows, { lock }) => {
  const { byId } = await kindIds(ctx)
  const years = [...new Set(rows.map(({ values }) => Number(values.year)))]
  const query = ctx.db.select().from(awardWinner).where(inArray(awardWinner.year, years)).orderBy(asc(awardWinner.id))
  const known = await (lock ? query.for('update') : query)
  const byKey = new Map(known.map(of => [keyOf({ year: of.year, kind: byId.get(of.kindId)!, name: of.name }), of]))
  const judge = await readPublicWordRule(ctx)
  const fields = await columns(ctx)
  return rows.map(({ values }) => {
    const before = byKey.get(keyOf(values))
    if (!before) return refuseForbidden(judge, fields, values) ?? { do: 'add' }
    const isSame = (['levelName', 'awardedOn'] as const).every(name => String(values[name]) === before[name])
    return isSame && sameNames(values, before)
      ? { do: 'same' }
      : { do: 'refuse', column: 'name', why: '该年度已有这个获奖项目且内容不同；确需更正的，请到“获奖名单”办理' }
  })
}

const sameNames = (values: FormValues, { organisations, persons }: Winner) =>
  namesIn(values.organisations).join() === organisations.join() && namesIn(values.persons).join() === persons.join()

const write: ImportKind['write'] = async (ctx, rows) => {
  const { byCode } = await kindIds(ctx)
  const all = rows.map(({ row, values }) => {
    const of = {
      kindId: byCode.get(String(values.kind))!,
      year: Number(values.year),
      name: String(values.name),
      subTypeName: String(values.subTypeName ?? ''),
      groupName: String(values.groupName ?? ''),
      levelName: String(values.levelName),
      awardedOn: String(values.awardedOn),
      sort: row,
      organisations: namesIn(values.organisations),
      persons: namesIn(values.persons),
      publishedAt: values.shownFrom ? startOf(String(values.shownFrom)) : null,
    }
    return { ...of, words: winnerWordsOf(of), createdAt: ctx.now, updatedAt: ctx.now }
  })
  const entered = await ctx.db.insert(awardWinner).values(all).returning({ id: awardWinner.id })
  return entered.map(({ id }) => id)
}

async function* records(ctx: Ctx): AsyncGenerator<FormValues> {
  const { byId } = await kindIds(ctx)
  const rows = inBatches<Winner>(after =>
    ctx.db
      .select()
      .from(awardWinner)
      .where(after && gt(awardWinner.id, after.id))
      .orderBy(asc(awardWinner.id))
      .limit(BATCH_SIZE),
  )
  for await (const { year, kindId, subTypeName, groupName, levelName, name, awardedOn, publishedAt, ...of } of rows)
    yield {
      year,
      kind: byId.get(kindId)!,
      subTypeName,
      groupName,
      levelName,
      name,
      awardedOn,
      organisations: of.organisations.join('；'),
      persons: of.persons.join('；'),
      shownFrom: publishedAt && dayOf(publishedAt),
    }
}

defineImport({
  kind: 'winners',
  order: 80,
  name: '获奖名单',
  permission: 'staff:awards',
  policy:
    '往年的获奖项目：该年度还没有的新增（不颁发证书）；已有且内容相同的跳过，不同的拒绝，更正请到“获奖名单”办理。',
  key: { column: 'name', of: keyOf },
  columns,
  faults,
  look,
  write,
  records,
  undo: (ctx, rows, writtenAt) => restoreRows(ctx, awardWinner, rows, writtenAt),
})

import { inArray } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { type EntryCase, fieldsOf, namesIn, readEntries, readEntry } from '#modules/awards/entries/server/entries.ts'
import type { Agenda, AgendaRow, Application, Kind } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { awardName, type Won, winnersIn, winnerWords } from '../winning.ts'
import { groupNameOf, proposedLevel, subTypeNameOf } from './levels.ts'

const NO_LEVEL = '还没有建议等级，请先在“评审”中给出，或从议程中移除'

/** 奖励委员会 sees where the experts ranked it, and what is proposed. */
const agenda: Agenda = {
  columns: [
    { name: '类别与组别', share: 22 },
    { name: '第一完成单位', share: 27 },
    { name: '名次', share: 12 },
    { name: '得分', share: 18 },
    { name: '建议等级', share: 17 },
  ],
  rows: async (ctx, applications) => {
    const cases = await readEntries(
      ctx,
      applications.flatMap(({ subjectId }) => subjectId ?? []),
    )
    const byId = new Map(cases.map(about => [about.entry.id, about]))
    return new Map(
      applications.flatMap(of => {
        const about = byId.get(of.subjectId ?? 0)
        return about ? [[of.id, agendaRow(ctx, of, about)] as const] : []
      }),
    )
  },
}

function agendaRow(ctx: Ctx, of: Application, about: EntryCase): AgendaRow {
  const { entry } = about
  const level = proposedLevel(about)
  const { organisations } = namesIn(decryptForm(fieldsOf(about), of.form, ctx.encryption))
  const cells = [
    [subTypeNameOf(about), groupNameOf(about)].filter(Boolean).join(' '),
    organisations[0] ?? '',
    String(entry.rank ?? ''),
    entry.score === null ? '' : entry.score.toFixed(3),
    level?.name ?? '未建议',
  ]
  return { cells, lacks: level ? undefined : NO_LEVEL }
}

/** Public notice: the proposed award and its recipients, in the order of the certificates. */
async function notice(ctx: Ctx, { subjectId }: Application, values: FormValues) {
  const about = await readEntry(ctx, subjectId!)
  const level = proposedLevel(about)
  if (!level) throw conflict(NO_LEVEL)
  const { call, kind } = about
  const name = awardName({ kindName: kind.name, subTypeName: subTypeNameOf(about), levelName: level.name })
  return {
    title: about.entry.name,
    detail: `拟授 ${call.year} 年度${name}`,
    table: tableOf(winnersIn(kind.form, values, level), winnerWords[kind.form]),
  }
}

function tableOf({ organisations, persons }: Won, words: { organisation: string; person: string }) {
  const head = ['类别', '次序', '名称或姓名', '工作单位']
  const rows = [
    ...organisations.map(({ name }, i) => [words.organisation, String(i + 1), name, '']),
    ...persons.map(({ name, organisationName }, i) => [words.person, String(i + 1), name, organisationName]),
  ]
  return { head, rows }
}

/** 2026 年度科学技术奖拟授奖项目 */
const announces: NonNullable<Kind['announces']> = async (_first, _count, { ctx, ids }) => {
  const rows = await ctx.db
    .select({ id: application.subjectId })
    .from(application)
    .where(inArray(application.id, [...ids]))
  const cases = await readEntries(
    ctx,
    rows.flatMap(({ id }) => id ?? []),
  )
  const names = new Set(cases.map(({ call, kind }) => `${call.year} 年度${kind.name}`))
  return `${[...names].sort().join('、')}拟授奖项目`
}

/** An award is the committee's to decide, on its agenda, and nobody's alone. */
const bars: NonNullable<Kind['bars']> = async (_, { state }) =>
  state === 'deciding' ? '奖励由奖励委员会审定：请列入“会议”的议程，在会后记录结果' : undefined

/** Committee and notice of an entry: the notice lasts five working days and at least seven days. */
export const committee = { agenda, notice, noticeDays: 7, announces, bars } satisfies Partial<Kind>

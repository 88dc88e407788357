import { readFileSync } from 'node:fs'
import { iso, longDay, minute } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { PDF, privateDownload } from '#lib/server/http/download.ts'
import { record } from '#modules/audit/server/record.ts'
import { roundKindNames } from '#modules/awards/rules.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { paperDownload, signPaper } from '#modules/signatures/server/sealing.ts'
import type { staffRoundContract } from '../roundContract.ts'
import { DECLARATION } from './conflictsOfInterest.ts'
import { findClosed, showResult } from './result.ts'
import { findRound, nameOf, type RoundCase } from './roundCase.ts'
import { sourceNames } from './roundDetail.ts'
import { groupNameOf } from './roundList.ts'
import { entriesOf, formerMembersOf, isOut, recusalsOf } from './roundQueries.ts'

type Endpoints = typeof staffRoundContract

const recordTemplate = readFileSync(new URL('./record.typ', import.meta.url), 'utf8')
const orderTemplate = readFileSync(new URL('./order.typ', import.meta.url), 'utf8')

const factsOf = ({ round, call }: RoundCase, more: [string, string][] = []): [string, string][] =>
  (
    [
      ['申报通知', call.title],
      ['轮次', round.name],
      ['专业评审组', groupNameOf(call, round.groupCode) || '不分组'],
      ['评审方式', roundKindNames[round.kind]],
      ['时间', round.startsAt ? minute(iso(round.startsAt)) : ''],
      ['地点', round.place],
      ...more,
    ] satisfies [string, string][]
  ).filter(([, value]) => value)

export const papersHandlers = {
  /** 评审记录: who judged, who stepped aside and why, what each said, and how it came out. */
  'GET /staff/award/round/record': async (ctx, { id }) => {
    const about = await findClosed(ctx, id)
    const { round, call } = about
    const [{ criteria, entries, panel }, left, recusals, places, { association, colour }] = await Promise.all([
      showResult(ctx, { id }),
      formerMembersOf(ctx, id),
      recusalsOf(ctx, id),
      entriesOf(ctx, id),
      readPublicConfig(ctx),
    ])
    const names = new Map(places.map(({ entry }) => [entry.id, entry.name]))
    const title = nameOf(about)
    await record(ctx, { action: 'awardRound.print', objectType: 'awardRound', objectId: id, objectName: title })
    const pdf = toPdf(
      recordTemplate,
      printable({
        association: association.name,
        colour,
        title,
        declaration: DECLARATION,
        facts: factsOf(about, [
          ['评分截止', longDay(round.dueOn)],
          ['结束', minute(iso(round.closedAt!))],
          ['每项评分', `不少于 ${call.leastScores} 份；五份以上的去掉一个最高分和一个最低分`],
        ]),
        panel: panel.map(({ name, roleName, jobTitle, employers, declaredAt }) => [
          `${name}\n${roleName}`,
          jobTitle,
          employers.join('\n') || '未登记',
          declaredAt ? `${minute(declaredAt)}\n在线签署` : '未签署',
          '',
        ]),
        left: left.map(({ of, expert }) => [expert.name, minute(iso(of.leftAt!)), of.leftReason]),
        recusals: recusals.map(({ of, name }) => [
          name,
          names.get(of.entryId) ?? '',
          of.reasons.join('；'),
          sourceNames[of.source],
        ]),
        ranking: entries.map(one => [
          one.rank ? `${one.rank}${one.isTied ? '（并列）' : ''}` : '—',
          one.name,
          one.applicant,
          one.score === null ? '—' : one.score.toFixed(3),
          String(one.scores.length),
          one.spread.toFixed(2),
          one.levelName || one.verdictName,
        ]),
        scores: entries
          .filter(one => one.scores.length > 0)
          .map(one => ({
            name: `${one.name}　${one.number}`,
            head: ['专家', ...criteria.map(({ name, max }) => `${name}（${max}）`), '总分', '评语'],
            rows: one.scores.map(score => [
              score.name,
              ...criteria.map(({ code }) => String(score.points[code] ?? '')),
              `${score.total}${score.isLeftOut ? '\n不计入' : ''}`,
              score.comment,
            ]),
          })),
        signatures: [...panel.map(({ name, roleName }) => `${roleName} ${name}`), '奖励工作办公室'],
      }),
    )
    return paperDownload(ctx, `评审记录-${title}.pdf`, await signPaper(ctx, pdf, `评审记录 ${title}`))
  },
  /** 出场次序: who is called up when. */
  'GET /staff/award/round/order': async (ctx, { id }) => {
    const about = await findRound(ctx, id)
    const { association, colour } = await readPublicConfig(ctx)
    const rows = (await entriesOf(ctx, id)).filter(one => !isOut(one.about) || about.round.state === 'closed')
    const { drawSeed } = about.round
    const pdf = toPdf(
      orderTemplate,
      printable({
        association: association.name,
        colour,
        title: nameOf(about),
        facts: factsOf(about),
        rows: rows.map(({ entry, about: application, applicant }, i) => [
          String(i + 1),
          application.number ?? '',
          entry.name,
          applicant,
          groupNameOf(about.call, entry.groupCode),
        ]),
        seed: drawSeed && `次序由抽签决定，种子 ${drawSeed}：按 sha256(种子:申报序号) 由小到大排列，可以复算。`,
      }),
    )
    const name = nameOf(about)
    // Unsigned draft: the order can still change before scoring begins.
    if (about.round.state === 'planned') return privateDownload(`出场次序-${name}.pdf`, PDF, pdf)
    return paperDownload(ctx, `出场次序-${name}.pdf`, await signPaper(ctx, pdf, `出场次序 ${name}`))
  },
} satisfies Partial<Handlers<Endpoints>>

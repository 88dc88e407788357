import { iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { outcomeNames } from '../board.ts'
import { ruleSentences } from '../boardRule.ts'
import type { staffBoardContract } from '../contract.ts'
import { announcementsOf } from './announcements.ts'
import { appliedRule, attendanceOf, lastAttendanceOf, votesOf, votesText } from './attendances.ts'
import { articlesOf, writersFor } from './boardArticles.ts'
import { type Board, boardRow, hindrancesOf, type Item, matterOf, notesOf, readBoard, readItems } from './boards.ts'

export const boardDetailHandlers = {
  'GET /staff/board/detail': async (ctx, { id }) => {
    const of = await readBoard(ctx, id)
    const items = await readItems(ctx, id)
    const abouts = items.map(({ about }) => about)
    const notes = await notesOf(ctx, abouts)
    const isRecorded = of.state === 'recorded'
    const hindrances = isRecorded ? new Map<number, string>() : await hindrancesOf(ctx, items, notes)
    const files = await fileInfos(ctx, of.fileIds)
    const rule = await appliedRule(ctx, of)
    const announcements = isRecorded ? await announcementsOf(ctx, of, items) : []
    const articles = await articlesOf(ctx, of)
    return {
      ...boardRow(of, items.length),
      agenda: items.map(({ item, about }) => ({
        ...matterOf(about, notes),
        hindrance: hindrances.get(about.id) ?? '',
        outcome: item.outcome,
        outcomeName: item.outcome ? outcomeNames[item.outcome] : '',
        reason: item.reason,
        votes: countedOn(of, item),
      })),
      rule: rule && { ...rule, sentences: ruleSentences(rule) },
      attendance: attendanceOf(of),
      lastAttendance: of.state === 'held' ? await lastAttendanceOf(ctx, of) : null,
      opinion: of.opinion,
      minutes: of.fileIds.flatMap(file => files.get(file) ?? []),
      actorName: of.actorName,
      updatedAt: iso(of.updatedAt),
      recordedAt: of.recordedAt && iso(of.recordedAt),
      announcements: announcements.map(({ kind, title, html }) => ({
        kind,
        title,
        html,
        article: articles.get(kind) ?? null,
      })),
      writers: announcements.length > 0 ? await writersFor(ctx) : '',
    }
  },
} satisfies Partial<Handlers<typeof staffBoardContract>>

function countedOn(of: Board, item: Item['item']) {
  const votes = votesOf(item)
  return votes && { ...votes, words: votesText(of, item) }
}

import { iso } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import { invitationSentences, ruleSentences } from '../meetingRule.ts'
import { outcomeNames } from '../meetingWords.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { announcementsOf, articlesOf, writersFor } from './articles.ts'
import { appliedRule, attendanceOf, lastAttendanceOf, votesOf, votesText } from './attendances.ts'
import { readPapers } from './meetingPapers.ts'
import {
  applicationsIn,
  bodyNames,
  hindrancesOf,
  type Item,
  type Meeting,
  meetingRow,
  notesOf,
  readItems,
  readMeeting,
} from './meetings.ts'
import { effectView } from './motionEffects.ts'
import { decisionBy, type MotionResult, readAttending, readResults } from './motionVotes.ts'
import { countedAttendance } from './seats.ts'

export const meetingDetailHandlers = {
  'GET /staff/meeting/detail': async (ctx, { id }) => {
    const of = await readMeeting(ctx, id)
    const items = await readItems(ctx, id)
    const notes = await notesOf(ctx, applicationsIn(items))
    const isRecorded = of.state === 'recorded'
    const hindrances = isRecorded ? new Map<number, string>() : await hindrancesOf(ctx, items, notes)
    const files = await fileInfos(ctx, of.fileIds)
    const papers = await readPapers(ctx, id)
    const rule = await appliedRule(ctx, of)
    const announcements = isRecorded ? await announcementsOf(ctx, of, items) : []
    const articles = await articlesOf(ctx, of)
    const results = rule ? await readResults(ctx, of, rule) : new Map<number, MotionResult>()
    const effects = new Map<number, Awaited<ReturnType<typeof effectView>>>()
    for (const { item } of items) effects.set(item.id, await effectView(ctx, of, item))
    return {
      ...meetingRow(of, (await bodyNames(ctx)).get(of.bodyId)!, items.length),
      onlineUrl: of.onlineUrl,
      agenda: items.map(({ item, about, title, kindName, number }) => ({
        itemId: item.id,
        applicationId: item.applicationId,
        kindId: item.kindId,
        number,
        kindName,
        title,
        text: item.text,
        presenter: item.presenter,
        notes: (about && notes.get(about.id)?.notes) ?? [],
        statusName: about ? nameOfState(about.state) : '',
        papers: papers.filter(({ itemId }) => itemId === item.id),
        hindrance: hindrances.get(item.id) ?? '',
        outcome: item.outcome,
        outcomeName: item.outcome ? outcomeNames[item.outcome] : '',
        reason: item.reason,
        votes: countedOn(of, item),
        decided: decidedOn(results.get(item.id)),
        effect: effects.get(item.id) ?? null,
      })),
      rule: rule && { ...rule, sentences: [...ruleSentences(rule), ...invitationSentences(rule)] },
      attendance: attendanceOf(of),
      lastAttendance: of.state === 'held' ? await lastAttendanceOf(ctx, of) : null,
      counted: of.state === 'held' && rule ? countedAttendance(await readAttending(ctx, of), rule) : null,
      opinion: of.opinion,
      minutes: of.fileIds.flatMap(file => files.get(file) ?? []),
      papers: papers.filter(({ itemId }) => itemId === null),
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
} satisfies Partial<Handlers<typeof staffMeetingContract>>

function countedOn(of: Meeting, item: Item['item']) {
  const votes = votesOf(item)
  return votes && { ...votes, words: votesText(of, item) }
}

const decidedOn = (result: MotionResult | undefined) =>
  result ? { ...decisionBy(result), words: result.words, isQuorate: result.isQuorate } : null

import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'

/** What the desk asks of the module that has meetings. */
export type MeetingDesk = {
  /** Votes of meetings on an application as text, by the id of the event that recorded the decision. */
  votesOn: (ctx: Ctx, applicationId: number) => Promise<Map<number, string>>
  /** The meeting on whose agenda an application is open. */
  openOn: (ctx: Ctx, applicationId: number) => Promise<{ id: number; title: string } | undefined>
  /** The charter's rule by which a meeting votes on applications; undefined where nothing is counted. */
  votingRule: (ctx: Ctx) => Promise<string | undefined>
}

const desk = hook<MeetingDesk>('meetings that decide on applications')

/** Meetings stand above the review, which must not import them. */
export const defineMeetingDesk = desk.define
export const meetingDesk = desk.get

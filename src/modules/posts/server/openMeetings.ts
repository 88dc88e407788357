import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'

type OpenMeetings = (ctx: Pick<Ctx, 'db'>, bodyId: number) => Promise<string[]>
const meetings = hook<OpenMeetings>('the meetings of a body whose notice is out')

/** The module that keeps meetings says which of a body are announced and not over, by their titles. */
export const defineOpenMeetings = meetings.define
export const openMeetingsOf: OpenMeetings = (ctx, bodyId) => meetings.get()(ctx, bodyId)

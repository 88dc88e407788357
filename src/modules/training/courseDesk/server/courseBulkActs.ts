import { eq } from 'drizzle-orm'
import { invalid, notFound } from '#lib/error.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { course } from '#modules/training/server/tables.ts'
import type { BulkAct } from '../bulkActs.ts'
import type { staffCourseContract } from '../contract.ts'
import { closeEnrolment, publishCourse, reopenEnrolment, withdrawCourse } from './courseActs.ts'

type BulkActInput = { act: BulkAct; deadline?: string | null | undefined }

export const courseManyHandlers = {
  /** Applies the action to each course by its own state, as on its own screen. */
  'POST /staff/training/course/actMany': async (ctx, { ids, act, deadline }) => {
    if (act === 'reopen' && !deadline) throw invalid('请填写新的截止日', { deadline: '请填写新的截止日' })
    return bulkApply(ctx, ids, id => actOn(ctx, id, { act, deadline }))
  },
} satisfies Partial<Handlers<typeof staffCourseContract>>

const simpleActs = { publish: publishCourse, withdraw: withdrawCourse, close: closeEnrolment }

async function actOn(ctx: Ctx, id: number, { act, deadline }: BulkActInput): Promise<string> {
  const [of] = await ctx.db.select({ version: course.version }).from(course).where(eq(course.id, id))
  if (!of) throw notFound('没有这个培训班')
  const seen = { id, version: of.version }
  const { statusName } =
    act === 'reopen'
      ? await reopenEnrolment(ctx, { ...seen, deadline: String(deadline) })
      : await simpleActs[act](ctx, seen)
  return statusName
}

import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { countsOf, defineDictionary, uses } from '#modules/settings/server/dictionaries.ts'
import { course } from '#modules/training/server/tables.ts'
import { courseSearchVector } from './searchVector.ts'

/** What a kind of course requires from participants. */
const traits = [
  { code: 'adults', name: '学员开班时须年满 18 周岁' },
  { code: 'renewal', name: '换证：学员填写报考类别和原证书编号' },
] as const
export type CourseTrait = (typeof traits)[number]['code']

/** 培训类别 */
export const courseKinds = defineDictionary({
  code: 'courseKind',
  order: 70,
  name: '培训类别',
  hint: '培训班的类别，供新建、筛选和公示。办理要求决定报名时检查什么，修改后对今后的报名生效。',
  uses: async ({ db }) => countsOf(await db.select({ code: course.kind, uses }).from(course).groupBy(course.kind)),
  records: { permission: 'staff:training', route: code => `/staff/courses?kind=${code}` },
  traits,
  renamed: findByNewName,
})

/** Courses are found by the name of their kind, too. */
async function findByNewName({ db }: Ctx, code: string, name: string) {
  const rows = await db.select().from(course).where(eq(course.kind, code))
  for (const row of rows)
    await db
      .update(course)
      .set({ words: courseSearchVector(row, name) })
      .where(eq(course.id, row.id))
}

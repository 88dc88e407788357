import { and, desc, eq, ne } from 'drizzle-orm'
import { defineFilePart } from '#modules/members/server/companyFile.ts'
import { course, registration } from './tables.ts'

/** 报名状态, as staff read it. */
const statusNames: Record<(typeof registration.$inferSelect)['status'], string> = {
  ...{
    draft: '填写中',
    submitted: '已报名',
    returned: '已退回',
    unpaid: '待缴费',
    paid: '已缴费',
    confirmed: '已确认',
  },
  ...{ checkedIn: '已报到', finished: '已结业', cancelled: '已取消', refunded: '已退费' },
}

defineFilePart('training', {
  ...{ title: '培训', empty: '没有报名记录', sort: 50 },
  rows: async ({ db }, organisationId, limit) => {
    const rows = await db
      .select({ of: registration, title: course.title, startsOn: course.startsOn })
      .from(registration)
      .innerJoin(course, eq(course.id, registration.courseId))
      .where(and(eq(registration.organisationId, organisationId), ne(registration.status, 'draft')))
      .orderBy(desc(registration.id))
      .limit(limit)
    return rows.map(({ of, title, startsOn }) => ({
      ...{ key: of.id, title, text: `报名 ${of.number}　${startsOn} 开班` },
      state: { name: statusNames[of.status], tone: 'plain' },
    }))
  },
})

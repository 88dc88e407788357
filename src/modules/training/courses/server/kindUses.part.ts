import { count, isNotNull } from 'drizzle-orm'
import { defineKindUses } from '#modules/certificates/catalogue/server/kindUses.ts'
import { course } from '#modules/training/server/tables.ts'

// A course names the certificate that it leads to, and its level where everybody gets the same.
defineKindUses({
  register: 'personnel',
  called: '个培训班',
  read: async ({ db }) => {
    const rows = await db
      .select({ kindId: course.personnelKindId, levelCode: course.levelCode, count: count() })
      .from(course)
      .where(isNotNull(course.personnelKindId))
      .groupBy(course.personnelKindId, course.levelCode)
    return rows.flatMap(({ kindId, ...use }) => (kindId === null ? [] : { kindId, ...use }))
  },
})

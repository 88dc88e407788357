import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { defineConsequences } from '#modules/certificates/issuing/server/consequences.ts'
import { COUNTING } from '../enrolmentStatus.ts'
import { course, participant, registration } from './tables.ts'

// Lists participants enrolled to renew this certificate.
defineConsequences(async ({ db }, { register, number }) => {
  if (register !== 'personnel') return []
  const rows = await db
    .select({ name: participant.name, order: registration.number, title: course.title })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .innerJoin(course, eq(course.id, registration.courseId))
    .where(
      and(
        eq(participant.oldCertificate, number),
        eq(participant.isActive, true),
        isNull(participant.certificateId),
        inArray(registration.status, [...COUNTING]),
      ),
    )
    .orderBy(asc(participant.id))
  return rows.map(({ name, order, title }) => `${name}在“${title}”的报名 ${order} 要换的就是这张证书，届时不能换证`)
})

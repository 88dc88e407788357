import { and, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { type CertificateStatus, statusToday } from '#modules/certificates/status.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { isClosed, nameOfState } from '#modules/review/workflow.ts'
import { defineFilePart, type FileRow } from './companyFile.ts'
import { person } from './tables.ts'

const tones: Record<CertificateStatus, NonNullable<FileRow['state']>['tone']> = {
  notYet: 'water',
  valid: 'good',
  expiring: 'warn',
  expired: 'plain',
  suspended: 'warn',
  revoked: 'bad',
  cancelled: 'plain',
  replaced: 'plain',
}

type Certificate = Pick<
  typeof certificate.$inferSelect,
  'id' | 'number' | 'kindName' | 'levelName' | 'issuedOn' | 'validFrom' | 'validTo' | 'status'
>

/** A certificate as a line of a file: what, which number, how long, and what it is today. */
function certificateRow({ now }: Pick<Ctx, 'now'>, of: Certificate) {
  const { status, statusName } = statusToday(of, dayOf(now))
  return {
    key: of.id,
    title: [of.kindName, of.levelName].filter(Boolean).join(' '),
    text: `${of.number}　${of.issuedOn} 至 ${of.validTo ?? '长期'}`,
    state: { name: statusName, tone: tones[status] },
    endsOn: of.status === 'valid' ? of.validTo : null,
  }
}

defineFilePart('certificates', {
  title: '单位证书',
  empty: '没有登记的单位证书',
  order: 20,
  rows: async (ctx, organisationId, limit) => {
    const rows = await ctx.db
      .select()
      .from(certificate)
      .where(and(eq(certificate.organisationId, organisationId), isNull(certificate.personId)))
      .orderBy(desc(certificate.issuedOn), desc(certificate.id))
      .limit(limit)
    return rows.map(of => ({ ...certificateRow(ctx, of), route: `/staff/certificates/${of.id}` }))
  },
})

defineFilePart('persons', {
  title: '持证人员',
  empty: '没有在册的持证人员',
  order: 30,
  rows: async (ctx, organisationId, limit) => {
    const rows = await ctx.db
      .select({ person: { id: person.id, name: person.name }, certificate })
      .from(person)
      .innerJoin(certificate, and(eq(certificate.personId, person.id), ne(certificate.register, 'membership')))
      .where(and(eq(person.organisationId, organisationId), isNotNull(certificate.id)))
      .orderBy(desc(certificate.issuedOn), desc(certificate.id))
      .limit(limit)
    return rows.map(({ person: { id, name }, certificate: of }) => {
      const row = certificateRow(ctx, of)
      return { ...row, title: name, text: `${row.title}　${row.text}`, route: `/staff/persons/${id}` }
    })
  },
})

defineFilePart('applications', {
  title: '申请',
  empty: '没有提交过申请',
  order: 40,
  rows: async (ctx, organisationId, limit) => {
    const rows = await ctx.db
      .select()
      .from(application)
      .where(and(eq(application.organisationId, organisationId), ne(application.state, 'draft')))
      .orderBy(desc(application.id))
      .limit(limit)
    return rows.map(of => ({
      key: of.id,
      title: kindOf(of).name,
      text: `${of.number ?? ''}　${dayOf(of.createdAt)}`,
      state: { name: nameOfState(of.state), tone: isClosed(of.state) ? ('plain' as const) : ('water' as const) },
      route: `/staff/review/${of.id}`,
    }))
  },
})

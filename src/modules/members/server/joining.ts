import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from './tables.ts'

/** Undoes that for companies whose code is taken back: certificates that were entered before they were joined. */
export const partCertificates = ({ db }: Pick<Ctx, 'db'>, organisationIds: number[], joinedAt: Date) =>
  db
    .update(certificate)
    .set({ organisationId: null })
    .from(organisation)
    .where(
      and(
        inArray(organisation.id, organisationIds),
        eq(certificate.organisationId, organisation.id),
        eq(certificate.creditCode, organisation.creditCode),
        eq(certificate.register, 'qualification'),
        lt(certificate.createdAt, joinedAt),
      ),
    )

/** Old certificates that name a company by its credit code are of it as soon as it is registered. */
export const joinCertificates = ({ db }: Pick<Ctx, 'db'>, organisationIds: number[]) =>
  db
    .update(certificate)
    .set({ organisationId: sql`${organisation.id}` })
    .from(organisation)
    .where(
      and(
        inArray(organisation.id, organisationIds),
        eq(certificate.creditCode, organisation.creditCode),
        isNull(certificate.organisationId),
        eq(certificate.register, 'qualification'),
      ),
    )

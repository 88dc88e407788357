import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from './tables.ts'

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

import { eq } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import type { ApplicationType, QualificationStage } from '#modules/qualifications/applicationTypes.ts'
import {
  type QualificationKind,
  type QualificationLevelRow,
  readKind,
} from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { qualificationCase } from '#modules/qualifications/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'

type QueryCtx = Pick<Ctx, 'db'>
export type Level = QualificationLevelRow
export type Case = {
  kind: QualificationKind
  certificate: Certificate | undefined
  path: readonly QualificationStage[]
}

/** Without an `id` (application not yet created) the certificate is not known. */
export async function readCase(
  ctx: QueryCtx,
  { id, subjectId }: { id?: number; subjectId: number | null },
): Promise<Case> {
  const kind = subjectId === null ? undefined : await readKind(ctx, subjectId)
  if (!kind) throw conflict('这个种类已不在目录中，请与协会联系')
  const [found] =
    id === undefined
      ? []
      : await ctx.db
          .select({ path: qualificationCase.path, certificate })
          .from(qualificationCase)
          .leftJoin(certificate, eq(certificate.id, qualificationCase.certificateId))
          .where(eq(qualificationCase.applicationId, id))
  return { kind, certificate: found?.certificate ?? undefined, path: found?.path ?? [] }
}

/** Returns the level in the form, or the certificate's level where the form does not ask for one. */
export const levelOf = ({ kind, certificate }: Case, { levelCode }: FormValues): Level | undefined =>
  kind.levels.find(({ code }) => code === (levelCode ?? certificate?.levelCode))

/**
 * The levels that may be asked for: upgrades lead upwards and renewals do not; the highest comes first in the catalogue.
 * What is no longer offered counts while it is looked at.
 */
export function levelsFor(type: ApplicationType, { kind, certificate, path }: Case): Level[] {
  const offered = path.length ? kind.levels : kind.levels.filter(({ isOpen }) => isOpen)
  const held = kind.levels.findIndex(({ code }) => code === certificate?.levelCode)
  if (held < 0) return offered
  const place = (level: Level) => kind.levels.indexOf(level)
  if (type === 'upgrade') return offered.filter(level => place(level) < held)
  return type === 'renewal' ? offered.filter(level => place(level) >= held) : offered
}

/** Stores the path of the application, so that later changes of the kind do not affect it. */
export const fixPath = ({ db }: QueryCtx, { id }: Pick<Application, 'id'>, path: QualificationStage[]) =>
  db.update(qualificationCase).set({ path }).where(eq(qualificationCase.applicationId, id))

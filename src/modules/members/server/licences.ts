import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { organisation } from './tables.ts'

/** The slot of 营业执照 or its like in the applications that are about the organisation itself. */
export const LICENCE = 'licence'

/** Stores the reviewed licence as the organisation's current one. */
export async function keepLicence({ db }: Pick<Ctx, 'db'>, { organisationId, materials }: Application): Promise<void> {
  const [licenceId] = materials[LICENCE] ?? []
  if (organisationId === null || licenceId === undefined) return
  await db.update(organisation).set({ licenceId }).where(eq(organisation.id, organisationId))
}

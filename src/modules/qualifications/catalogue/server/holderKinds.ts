import type { Option } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readCatalogues } from '#modules/certificates/server/certificateCatalogue.ts'

/** The certificates of persons that a level can ask for, retired ones among them: what names them keeps its name. */
export async function holderKinds(ctx: Pick<Ctx, 'db'>): Promise<Option[]> {
  const persons = (await readCatalogues(ctx)).filter(({ register }) => register === 'personnel')
  return persons.flatMap(({ groups }) => groups.flatMap(({ kinds }) => kinds.map(({ code, name }) => ({ code, name }))))
}

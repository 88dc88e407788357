import type { Option } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { registerNames } from '#modules/certificates/registerNames.ts'
import { readCatalogues } from '#modules/certificates/server/certificateCatalogue.ts'
import { everyKindOf } from '#modules/certificates/server/designSnapshots.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'

type Register = Certificate['register']
/** A kind that a design can be for, or what is left of a register. */
export type CoveredKind = Option & { register: Register; kindCode: string; kindName: string; groupName: string }

/** Returns, for every register, an entry for its remaining kinds and one for each kind. */
export async function readCoverableKinds(ctx: Pick<Ctx, 'db'>): Promise<CoveredKind[]> {
  return (await readCatalogues(ctx)).flatMap(({ register, groups }): CoveredKind[] => {
    const called = registerNames[register]
    const kinds = groups.flatMap(group =>
      group.kinds.map(({ code, name }) => ({
        code,
        name: `${called}：${name}`,
        register,
        kindCode: code,
        kindName: name,
        groupName: group.name,
      })),
    )
    const [first] = kinds
    const rest = { code: everyKindOf(register), name: `${called}：没有另设版式的种类`, register }
    const named = {
      kindCode: first?.kindCode ?? '',
      kindName: first?.kindName ?? '示例',
      groupName: first?.groupName ?? '',
    }
    return [{ ...rest, ...named }, ...kinds]
  })
}

/** The registers of what is claimed; all of them, where nothing is yet. */
export function registersOf(kinds: readonly CoveredKind[], claimed: readonly string[]): Register[] {
  const meant = kinds.filter(({ code }) => claimed.includes(code))
  return [...new Set((meant.length > 0 ? meant : kinds).map(({ register }) => register))]
}

import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Register } from '#modules/certificates/issuing/server/filters.ts'
import { kindSaid, readCatalogues } from '#modules/certificates/server/certificateCatalogue.ts'

/** Where kinds stand that the catalogue no longer has. */
export type OldKinds = { groupCode: string; groupName: string; kindCode: string }

export const kindsOf = async (ctx: Ctx, register: Register) =>
  (await readCatalogues(ctx))
    .find(one => one.register === register)
    ?.groups.flatMap(group => group.kinds.map(kind => ({ ...kind, group }))) ?? []

type Kind = Awaited<ReturnType<typeof kindsOf>>[number]

type Misfit = { column: string; why: string }

/** Where the catalogue has what a row names, or what is wrong with it. */
export function placeIn(kinds: readonly Kind[], values: FormValues): ReturnType<typeof placeOf> | Misfit {
  const kind = kinds.find(({ code }) => code === values.kindCode)!
  if (kind.isRetired) return { column: 'kindCode', why: `“${kind.name}”已停用，不再登记新的证书` }
  const typed = String(values.levelName ?? '')
  const level = kind.levels.find(({ name, code }) => name === typed || code === typed)
  if (!level && (typed || kind.levels.length > 0)) return { column: 'levelName', why: levelsOf(kind) }
  return placeOf(kind, level)
}

const placeOf = (kind: Kind, level: Kind['levels'][number] | undefined) => ({
  ...kindSaid(kind, level),
  scope: level?.scope ?? '',
  years: kind.validYears,
})

/** The same of a kind that is copied from the paper. */
export const oldPlace = (oldKinds: OldKinds, { oldKind, levelName = '' }: FormValues) => ({
  ...oldKinds,
  kindName: String(oldKind),
  levelCode: '',
  levelName: String(levelName),
  scope: '',
  years: 0,
})

const levelsOf = ({ levels }: { levels: { name: string }[] }) =>
  levels.length > 0 ? `该种类的级别为：${levels.map(({ name }) => name).join('、')}` : '该种类不分级别，请留空'

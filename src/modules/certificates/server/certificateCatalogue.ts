import { byOrder, type Ordered } from '#lib/byOrder.ts'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { registerNames } from '../registerNames.ts'
import type { Register } from './filters.ts'
import type { Certificate } from './register.ts'

export type Level = { code: string; name: string; scope?: string }
export type Kind = {
  code: string
  name: string
  levels: Level[]
  /** Null: it never ends. */
  validYears: number | null
  /** Retired kind: issued certificates keep its name, but no new one is issued. */
  isRetired?: boolean
}
export type Group = { code: string; name: string; kinds: Kind[] }
type ReadContext = Pick<Ctx, 'db'>

export type Numbered = { kindCode: string; levelCode: string; year: string; provinceCode: string | null }
/** A certificate's number is the prefix, which counts for itself, and so many digits. */
export type Series = { prefix: string; digits: number }

/** Catalogue of a register, defined by the module that owns it. */
type Catalogue = Ordered & {
  groups: (ctx: ReadContext) => Promise<Group[]>
  /** Absent: staff issue none by hand, the certificates come with something else. */
  series?: (ctx: ReadContext, of: Numbered) => Promise<Series>
  /** Sets the paper of this register, if it has a layout of its own. */
  sheet?: (ctx: Ctx, of: Certificate, paper: Paper) => Promise<Buffer>
  /** Placeholders that its certificates have in addition to the common ones. */
  details?: Details
}
/** `names`: of what can be said, by code. */
export type Details = {
  names: Readonly<Record<string, string>>
  read: (ctx: Ctx, of: Certificate) => Promise<Record<string, string>>
}
/** Variable data on every certificate's paper: link to the check page, and the mark if it is not valid. */
export type Paper = {
  verifyUrl: string
  qrSvg: string
  mark: { title: string; since: string } | null
  changedOn: string | undefined
  reissuedOn: string | undefined
}

/** Kind and level as stored on a certificate: copied, so that later changes of the catalogue do not alter it. */
export const storedKind = (
  { code, name, group }: { code: string; name: string; group: { code: string; name: string } },
  level?: { code: string; name: string },
) => ({
  groupCode: group.code,
  groupName: group.name,
  kindCode: code,
  kindName: name,
  levelCode: level?.code ?? '',
  levelName: level?.name ?? '',
})

const catalogues = new Map<Register, Catalogue>()

export function defineCatalogue(register: Register, catalogue: Catalogue): void {
  catalogues.set(register, catalogue)
}

export const sheetOf = (register: Register) => catalogues.get(register)?.sheet
export const detailsOf = (register: Register) => catalogues.get(register)?.details

/** Reads the catalogues of all registers, one after another because this may run inside a transaction. */
export async function readCatalogues(ctx: ReadContext) {
  const read = []
  const inOrder = [...catalogues].toSorted(([, one], [, other]) => byOrder(one, other))
  for (const [register, { groups, series }] of inOrder) {
    const about = { register, registerName: registerNames[register], isIssued: series !== undefined }
    read.push({ ...about, groups: await groups(ctx) })
  }
  return read
}

export type Place = { register: Register; group: Group; kind: Kind }

/** Finds a kind in the catalogues; undefined if it has been removed. */
export async function findKind(ctx: ReadContext, kindCode: string): Promise<Place | undefined> {
  for (const { register, groups } of await readCatalogues(ctx))
    for (const group of groups) {
      const kind = group.kinds.find(({ code }) => code === kindCode)
      if (kind) return { register, group, kind }
    }
}

/** A kind of another register under that code: a certificate names its kind by the code alone. */
export async function kindElsewhere(ctx: ReadContext, own: Register, kindCode: string): Promise<Kind | undefined> {
  const others = (await readCatalogues(ctx)).filter(({ register }) => register !== own)
  return others.flatMap(({ groups }) => groups.flatMap(({ kinds }) => kinds)).find(({ code }) => code === kindCode)
}

export function levelOf({ levels }: Kind, levelCode: string): Level {
  const level = levels.find(({ code }) => code === levelCode)
  if (level) return level
  if (levels.length > 0) throw invalid('请选择级别', { levelCode: '请从列表中选择级别' })
  return { code: '', name: '' }
}

export async function seriesOf(ctx: ReadContext, register: Register, of: Numbered): Promise<Series> {
  const catalogue = catalogues.get(register)
  if (!catalogue?.series) throw invalid(`${registerNames[register]}不在这里签发`, { kindCode: '不能在这里签发' })
  return catalogue.series(ctx, of)
}

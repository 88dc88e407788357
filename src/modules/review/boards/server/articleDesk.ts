import type { Ctx } from '#lib/server/api/context.ts'
import type { Permission } from '#modules/accounts/colleagues/permissions.ts'

/** What becomes of a text that a meeting has announced. */
export type Draft = {
  title: string
  html: string
  /** The last day of the notice. */
  endsOn: string
  /** The site's own for public notices where none is given. */
  catalogId: number | undefined
  /** Where it came from, for who writes on it. */
  origin: { name: string; route: string; permission: Permission }
}

/** How the module that has articles makes one of it. */
export type ArticleDesk = {
  /** Of who writes articles. */
  permission: Permission
  /** Of whoever asks; answers its id. */
  write: (ctx: Ctx, draft: Draft) => Promise<number>
  /** Where these stand today; what is gone for good is not among them. */
  standing: (ctx: Ctx, ids: readonly number[]) => Promise<Map<number, Standing>>
}
type Standing = { title: string; stateName: string; route: string }

let desk: ArticleDesk | undefined

/** The review knows no articles: the module that has them says here how one is made. */
export function defineArticleDesk(of: ArticleDesk): void {
  if (desk) throw new Error('two modules make articles of what meetings announce')
  desk = of
}

export function articleDesk(): ArticleDesk {
  if (!desk) throw new Error('no module makes articles of what meetings announce')
  return desk
}

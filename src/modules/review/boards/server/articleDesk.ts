import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'
import type { Permission } from '#modules/accounts/permissions.ts'

/** Draft of an article made from an announcement. */
export type Draft = {
  title: string
  html: string
  /** The last day of the notice. */
  endsOn: string
  /** The site's own for public notices where none is given. */
  catalogId: number | undefined
  /** Source of the draft, shown to its editors. */
  origin: { name: string; route: string; permission: Permission }
}

/** Interface to the module that has articles. */
export type ArticleDesk = {
  /** Permission to write articles. */
  permission: Permission
  /** Creates an article in the caller's name; returns its id. */
  write: (ctx: Ctx, draft: Draft) => Promise<number>
  /** Returns the current state of these articles; permanently deleted ones are missing. */
  standing: (ctx: Ctx, ids: readonly number[]) => Promise<Map<number, ArticleStatus>>
}
type ArticleStatus = { title: string; stateName: string; route: string }

const desk = hook<ArticleDesk>('articles of what meetings announce')

/** The review knows no articles: the module that has them says here how one is made. */
export const defineArticleDesk = desk.define
export const articleDesk = desk.get

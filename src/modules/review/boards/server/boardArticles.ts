import { eq } from 'drizzle-orm'
import { conflict, forbidden, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { permissions } from '#modules/accounts/permissions.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { staffBoardContract } from '../contract.ts'
import { announcementsOf } from './announcements.ts'
import { articleDesk } from './articleDesk.ts'
import { type Board, readItems } from './boards.ts'
import { board, boardArticle } from './tables.ts'

/** Returns the existing articles made from a meeting's announcements, by kind. */
export async function articlesOf(ctx: Ctx, { id }: Pick<Board, 'id'>) {
  const made = await ctx.db.select().from(boardArticle).where(eq(boardArticle.boardId, id))
  if (made.length === 0) return new Map<string, never>()
  const standing = await articleDesk().standing(
    ctx,
    made.map(({ articleId }) => articleId),
  )
  return new Map(
    made.flatMap(({ kind, articleId }) => {
      const article = standing.get(articleId)
      return article ? [[kind, article] as const] : []
    }),
  )
}

/** Returns a message with the colleagues who may create articles; empty if the caller may. */
export async function writersFor(ctx: Ctx): Promise<string> {
  const { permission } = articleDesk()
  if (signedInActor(ctx).permissions.includes(permission)) return ''
  const named = `“${permissions[permission]}”权限`
  const writers = (await activeStaff(ctx)).filter(({ grants }) => grants.get(permission) === 'everywhere')
  if (writers.length === 0) return `生成文章须有${named}，目前没有同事有这项权限，请与管理员联系`
  return `生成文章须有${named}，请由有权限的同事办理：${writers.map(({ name }) => name).join('、')}`
}

export const boardArticlesHandlers = {
  /**
   * Creates the article, or returns the existing one. The lock on the meeting makes concurrent calls return the same
   * article.
   */
  'POST /staff/board/article': async (ctx, { id, kind, catalogId }) => {
    const told = await writersFor(ctx)
    if (told) throw forbidden(told)
    return inTransaction(ctx, async tx => {
      const [of] = await tx.db.select().from(board).where(eq(board.id, id)).for('update')
      if (!of) throw notFound('没有这次审议会')
      const known = (await articlesOf(tx, of)).get(kind)
      if (known) return { route: known.route, isNew: false }
      const route = await writeArticle(tx, of, { kind, catalogId })
      return { route, isNew: true }
    })
  },
} satisfies Partial<Handlers<typeof staffBoardContract>>

type ArticleRequest = { kind: string; catalogId: number | undefined }

async function writeArticle(ctx: Ctx, of: Board, { kind, catalogId }: ArticleRequest): Promise<string> {
  if (of.state !== 'recorded') throw conflict('记录审议结果之后才有公示文稿')
  const announced = await announcementsOf(ctx, of, await readItems(ctx, of.id))
  const text = announced.find(one => one.kind === kind)
  if (!text) throw conflict('这次会议没有要公示的这类事项，请刷新后查看')
  const { title, html, endsOn } = text
  const origin = { name: `审议会：${of.title}`, route: `/staff/board/${of.id}`, permission: 'staff:decide' } as const
  const articleId = await articleDesk().write(ctx, { title, html, endsOn, catalogId, origin })
  const made = { boardId: of.id, kind, articleId, createdAt: ctx.now }
  // Replace the link to an article that was permanently deleted.
  await ctx.db
    .insert(boardArticle)
    .values(made)
    .onConflictDoUpdate({ target: [boardArticle.boardId, boardArticle.kind], set: made })
  const about = { objectType: 'board', objectId: of.id, objectName: of.title }
  await recordChange(ctx, { action: 'board.article', ...about, before: {}, after: { articleId, kind } })
  return (await articlesOf(ctx, of)).get(kind)!.route
}

import { sql } from 'drizzle-orm'
import type { Services } from '#lib/server/api/context.ts'
import { cleanHtml, plainText } from '#lib/server/outbound/sanitizeHtml.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { demoPlaces } from '../navigation/server/demo.ts'
import { type DemoArticle, readDemoArticles } from './demo/articles.ts'
import { makeAttachment } from './demo/attachments.ts'
import { demoBanners } from './demo/banners.ts'
import { columnNumbers } from './demo/columnNumbers.ts'
import { pictureKeeper } from './demo/keeper.ts'
import { demoMedia } from './demo/links.ts'
import { photoKeeper, photos } from './demo/photos.ts'
import { COVER, NARROW } from './demo/pictures/canvas.ts'
import { type Kind, picture } from './demo/pictures.ts'
import { article, articleFile, articleViews, banner, catalogue, link } from './tables.ts'
import { articleWords } from './words.ts'

type Loading = Services & { now: Date }

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Articles with covers and attachments, how often they were read; what only this association has on its front. */
export async function demoContent(ctx: Loading) {
  const articles = await readDemoArticles(ctx.now)
  const keepCover = coverKeeper(ctx)
  const keepPhoto = photoKeeper(ctx)
  for (const [i, one] of articles.entries()) {
    const { photo, cover } = one
    const drawn = cover && coverOf(await keepCover(cover))
    await insertArticle(ctx, one, i, photo ? coverOf(await keepPhoto(photo), photos[photo]) : drawn)
  }
  await ctx.db.execute(sql`select setval(pg_get_serial_sequence('article', 'id'), 5000)`)
  await demoPlaces(ctx)
  await insertBannersAndLinks(ctx)
}

/** The columns with no more than their numbers: the pack finds them by their names, and says the rest. */
export async function numberColumns({ db }: Services) {
  await db
    .insert(catalogue)
    .values(
      columnNumbers.flatMap(({ name, id, below = {} }) => [
        { id, name, type: '列表' as const },
        ...Object.entries(below).map(([name, own]) => ({ id: own, parentId: id, name, type: '列表' as const })),
      ]),
    )
  await db.execute(sql`select setval(pg_get_serial_sequence('catalogue', 'id'), 1000)`)
}

/** The next cover of a kind; articles that follow one another look different. */
function coverKeeper(ctx: Loading) {
  const keep = pictureKeeper(ctx)
  const drawn = new Map<Kind, number>()
  return (kind: Kind) => {
    const seed = drawn.get(kind) ?? 0
    drawn.set(kind, seed + 1)
    return keep({ name: `${kind}-${seed + 1}.svg`, svg: picture(kind, seed), ...COVER })
  }
}

const coverOf = (coverId: number, about = { caption: '', x: 50, y: 50 }) => ({
  coverId,
  coverCaption: about.caption,
  coverX: about.x,
  coverY: about.y,
})

async function insertArticle(ctx: Loading, of: DemoArticle, index: number, cover?: ReturnType<typeof coverOf>) {
  const content = cleanHtml(of.html)
  const plain = plainText(content)
  const { title, subTitle, docNo, source, author, summary, keywords, catalogueId } = of
  const [row] = await ctx.db
    .insert(article)
    .values({
      id: of.id,
      catalogueId,
      title,
      subTitle,
      docNo,
      source,
      author,
      summary,
      keywords,
      content,
      plain,
      ...cover,
      isTop: of.top,
      isRed: of.red,
      status: 'published',
      publishedAt: publishedAt(ctx.now, of.daysAgo, index),
      noticeEndsAt: of.expiresInDays === undefined ? null : new Date(ctx.now.getTime() + of.expiresInDays * DAY),
      words: articleWords({ title, keywords, summary, plain, docNo: docNo ?? '' }),
    })
    .returning({ id: article.id })
  for (const [sort, file] of of.files.entries()) {
    const fileId = await keepFile(ctx, { name: file.name, isPublic: true, ...(await makeAttachment(file)) })
    await ctx.db.insert(articleFile).values({ articleId: row!.id, fileId, sort })
  }
  await ctx.db.insert(articleViews).values({ articleId: row!.id, views: 40 + ((index * 137) % 900) + of.daysAgo * 3 })
}

async function insertBannersAndLinks(ctx: Loading) {
  const keep = pictureKeeper(ctx)
  for (const [sort, { picture: drawn, ...row }] of demoBanners.entries()) {
    const name = `${row.place}-${sort + 1}`
    const fileId = await keep({ name: `${name}.svg`, svg: drawn.wide, ...drawn.size })
    const mobileFileId = await keep({ name: `${name}-narrow.svg`, svg: drawn.narrow, ...NARROW })
    await ctx.db.insert(banner).values({ ...row, fileId, mobileFileId, sort })
  }
  const known = await ctx.db.$count(link)
  await ctx.db.insert(link).values(demoMedia.map((medium, i) => ({ ...medium, group: '行业媒体', sort: known + i })))
}

/** Working hours of that day, each article at its own minute, and never in the future. */
function publishedAt(now: Date, daysAgo: number, index: number): Date {
  const moment = new Date(now.getTime() - daysAgo * DAY)
  moment.setUTCHours(1 + (index % 8), (index * 17) % 60, 0, 0)
  return moment < now ? moment : new Date(now.getTime() - (index + 1) * 60_000)
}

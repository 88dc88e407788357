import { eq } from 'drizzle-orm'
import type { Services } from '#lib/server/api/context.ts'
import { homeBlock } from './tables.ts'

/** The demo association's columns in the blocks of its home page, by their headings. */
const columns = { 新闻动态: 3, 通知公告: 4, 党建工作: 5, 政策法规: 6, 标准化: 7, 会员风采: 24 }

export async function demoHome({ db }: Services) {
  for (const [heading, catalogueId] of Object.entries(columns))
    await db.update(homeBlock).set({ catalogueId }).where(eq(homeBlock.heading, heading))
}

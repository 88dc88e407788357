import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { loadDemo } from '../../src/demo.ts'
import type { Services } from '../../src/lib/server/api/context.ts'
import { article, catalogue } from '../../src/modules/content/server/tables.ts'
import { articleWords } from '../../src/modules/content/server/words.ts'
import { home, open, schema } from '../data.ts'

export type Law = { title: string; body: string }

/** Texts that nobody in the project wrote: a line each, `title` and `body_markdown`. */
export const lawsFile = process.env.SEARCH_LAWS || new URL('../../../shared/data/laws.jsonl', import.meta.url).pathname

export function readLaws(): Law[] {
  if (!existsSync(lawsFile)) throw new Error(`没有法律文本：${lawsFile}（可用 SEARCH_LAWS=文件 指定）`)
  return readFileSync(lawsFile, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
    .map(({ title, body_markdown }) => ({ title: String(title).trim(), body: String(body_markdown) }))
}

/** A data directory with the demo association and these laws among its articles, made anew for each exam. */
export async function prepareLaws(laws: Law[]): Promise<string> {
  const dataDir = join(home, `laws-${schema()}`)
  await rm(dataDir, { recursive: true, force: true })
  const { services, pool, close } = await open(dataDir)
  await loadDemo(services)
  await enterLaws(services, laws)
  await pool.query('vacuum (analyze)')
  await close()
  await writeFile(join(dataDir, 'loaded'), '')
  return dataDir
}

async function enterLaws({ db }: Services, laws: Law[]) {
  const [column] = await db
    .select({ id: catalogue.id })
    .from(catalogue)
    .where(and(eq(catalogue.articleType, 'policy'), eq(catalogue.type, '列表')))
    .limit(1)
  for (const { title, body } of laws) {
    const plain = body.replace(/^#+ */gm, '')
    await db.insert(article).values({
      catalogueId: column!.id,
      title,
      plain,
      content: plain
        .split(/\n+/)
        .map(line => `<p>${line.replace(/[&<>]/g, '')}</p>`)
        .join(''),
      status: 'published',
      publishedAt: new Date(),
      words: articleWords({ title, docNo: '', keywords: [], summary: '', plain }),
    })
  }
}

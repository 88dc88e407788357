import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { marked } from 'marked'
import { parse } from 'yaml'
import { z } from 'zod'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import { photoNames } from './photos.ts'
import { kinds } from './pictures.ts'

const frontMatter = z.strictObject({
  id: z.int().optional(),
  title: z.string().max(80),
  subTitle: z.string().optional(),
  daysAgo: z.int().min(0).default(0),
  docNo: z.string().optional(),
  source: z.string().optional(),
  author: z.string().optional(),
  summary: z.string().max(300),
  keywords: z.array(z.string()).default([]),
  cover: z.enum(kinds).optional(),
  photo: z.enum(photoNames).optional(),
  top: z.boolean().default(false),
  red: z.boolean().default(false),
  expiresInDays: z.int().optional(),
  files: z
    .array(
      z.strictObject({
        name: z.string(),
        title: z.string(),
        text: z.string().optional(),
        rows: z.array(z.array(z.coerce.string())).optional(),
      }),
    )
    .default([]),
})

export type DemoArticle = z.infer<typeof frontMatter> & { catalogueId: number; html: string }
export type DemoFile = DemoArticle['files'][number]

/** The articles of this folder, `<catalogue>/<nn>-<name>.md`, with every date reckoned from `today`. */
export async function readDemoArticles(today: Date): Promise<DemoArticle[]> {
  const here = import.meta.dirname
  const paths = (await readdir(here, { recursive: true })).filter(path => path.endsWith('.md')).sort()
  return Promise.all(
    paths.map(async path => {
      const text = withDates(await readFile(join(here, path), 'utf8'), today)
      const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
      try {
        return { ...frontMatter.parse(parse(head)), catalogueId: Number.parseInt(path, 10), html: await toHtml(body) }
      } catch (cause) {
        throw new Error(`demo article ${path} cannot be read`, { cause })
      }
    }),
  )
}

/** `{{day 18}}` → 2026年12月9日, `{{md -3}}` → 11月18日, `{{year}}` → 2026, `{{iso 5}}` → 2026-11-26. */
function withDates(text: string, today: Date): string {
  return text.replace(/\{\{(day|md|year|iso)\s*([+-]?\d+)?\}\}/g, (_, form: string, days = '0') => {
    const day = addDays(dayOf(today), Number(days))
    if (form === 'iso') return day
    if (form === 'year') return day.slice(0, 4)
    return form === 'day' ? longDay(day) : longDay(day).replace(/^\d+年/, '')
  })
}

/** A wide table scrolls by itself, a numbered line is a heading, the signature and its date stand at the right. */
const toHtml = async (markdown: string) =>
  (await marked.parse(markdown.trim()))
    .replaceAll('<table>', '<div class="scroll"><table>')
    .replaceAll('</table>', '</table></div>')
    .replace(/<p>([一二三四五六七八九十]+、[^<。；]{1,40})<\/p>/g, '<h3>$1</h3>')
    .replace(/<p>(全国锅炉与锅炉水处理行业协会|\d{4}年\d{1,2}月\d{1,2}日)<\/p>/g, '<p class="ql-align-right">$1</p>')

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { fetchRaw } from './pages.ts'
import type { Program } from './programs.ts'
import { kB, type Row } from './table.ts'

const client = fileURLToPath(new URL('../build/pages/client', import.meta.url))

const PAGES = [
  ['首页', '/admin/home'],
  ['列表页', '/admin/news/list/41'],
  ['文章页', '/admin/news/list-info/3467'],
  ['单位资质', '/admin/publicity/qualification'],
] as const

/**
 * Measures what a browser without a cache downloads before a page can be used: scripts, styles and HTML, with brotli.
 * Scripts load at the first interaction, from an address in the page, together with their initial data.
 */
export const measureWeight = (site: Program): Promise<Row[]> =>
  Promise.all(
    PAGES.map(async ([name, path]) => {
      const page = await fetchRaw(site.port, path)
      const html = textOf(page)
      const [, address = ''] = /data-of="([^"]+)"/.exec(html) ?? []
      const start = await fetchRaw(site.port, address)
      const assets = [...new Set(`${html}${textOf(start)}`.match(/\/assets\/[\w.-]+\.(js|css)/g))]
      const weigh = (ending: string) =>
        assets.filter(asset => asset.endsWith(ending)).reduce((sum, asset) => sum + sizeOf(asset), 0)
      const [js, css] = [weigh('.js'), weigh('.css')]
      const data = start.body.length
      return {
        name,
        ours: `JS ${kB(js)}`,
        floor: `CSS ${kB(css)}，HTML ${kB(page.body.length)}，数据 ${kB(data)}，共 ${kB(js + css + page.body.length + data)}`,
        goal: { most: 90, value: js / 1000 },
      }
    }),
  )

const textOf = ({ body }: { body: Buffer }) => brotliDecompressSync(body).toString()

const sizeOf = (asset: string) => brotliCompressSync(readFileSync(join(client, asset))).length

import { fileURLToPath } from 'node:url'
import { call } from '../src/app.ts'
import { compressedResponse, compressWith, fastestCompressions } from '../src/lib/server/pages/compressedResponse.ts'
import type { Pages } from '../src/lib/server/pages/pages.ts'
import { contextOf } from './calls.ts'
import type { Opened } from './data.ts'
import { type Row, us } from './table.ts'

const PAGES = [
  ['首页', '/admin/home'],
  ['列表页', '/admin/news/list/41'],
  ['文章页', '/admin/news/list-info/3467'],
] as const

type RecordedCall = { key: never; input: never; answer: unknown }

const MARK = 'of the bench'

/** A page that is not kept: what its parts cost this process, each of them alone. PostgreSQL's own time is not in it. */
export async function measureRendering({ services }: Opened, times: number): Promise<Row[]> {
  const { render } = (await import(fileURLToPath(new URL('../build/pages/server/index.js', import.meta.url)))) as {
    render: Pages['render']
  }
  const rows: Row[] = []
  for (const [name, path] of PAGES) {
    const asked: RecordedCall[] = []
    const request = () => new Request(`http://localhost${path}`)
    const ask = (key: never, input: never) => call(contextOf(services), key, input) as Promise<never>
    const { html } = await render(
      request(),
      async (key, input) => {
        const answer = await ask(key, input)
        asked.push({ key, input, answer })
        return answer
      },
      MARK,
    )
    const body = Buffer.from(html!)
    const remembered = async (key: never, input: never) =>
      asked.find(one => one.key === key && JSON.stringify(one.input) === JSON.stringify(input))!.answer as never
    const query = await cpu(times, () => Promise.all(asked.map(({ key, input }) => ask(key, input))))
    const rendering = await cpu(times, () => render(request(), remembered, MARK))
    const compress = await cpu(times, () =>
      compressWith(compressedResponse({ status: 200, headers: {}, body }, fastestCompressions), 'zstd'),
    )
    rows.push({
      name: `${name}（${body.length} 字节 HTML）`,
      ours: us(query + rendering + compress),
      floor: `查询 ${us(query)}，渲染 ${us(rendering)}，压缩 ${us(compress)}`,
    })
  }
  return rows
}

/** µs of this process's processor for one time. */
async function cpu(times: number, work: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < 10; i++) await work()
  const before = process.cpuUsage()
  for (let i = 0; i < times; i++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

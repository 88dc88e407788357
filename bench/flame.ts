import { writeFile } from 'node:fs/promises'
import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { contract } from '../src/api/contract.ts'
import { call } from '../src/app.ts'
import { compressedResponse, compressWith, fastestCompressions } from '../src/lib/server/pages/compressedResponse.ts'
import type { Pages } from '../src/lib/server/pages/pages.ts'
import { rememberAnswers } from '../src/lib/server/pages/rememberAnswers.ts'
import { xml } from '../src/lib/xml.ts'
import { contextOf } from './calls.ts'
import { open, prepareData } from './data.ts'

/** `npm run bench flame FILE.svg`: where the time of a list page goes that is not kept, as a flame graph. */
const [file = 'flame.svg'] = process.argv.slice(2).filter(word => word.endsWith('.svg'))
const TIMES = 300
const [WIDTH, HEIGHT] = [1200, 17]
/** Minimum share of the total; narrower frames are left out. */
const MIN_SHARE = 0.003

type Frame = { name: string; place: string; time: number; below: Map<string, Frame> }

const { services, close } = await open(await prepareData({ articles: 1000, certificates: 10_000 }))
const { render } = (await import(fileURLToPath(new URL('../build/pages/server/index.js', import.meta.url)))) as {
  render: Pages['render']
}
/** Ask as the site does: answers that are the same for everybody are computed once. */
const answers = rememberAnswers(contract, call)
const ask = (key: never, input: never) => answers.call(contextOf(services), key, input) as Promise<never>
async function makePage() {
  const { html } = await render(new Request('http://localhost/admin/news/list/41'), ask, 'bench')
  await compressWith(
    compressedResponse({ status: 200, headers: {}, body: Buffer.from(html!) }, fastestCompressions),
    'zstd',
  )
}
for (let i = 0; i < TIMES; i++) await makePage()
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.start')
const before = process.cpuUsage()
for (let i = 0; i < TIMES; i++) await makePage()
const { user, system } = process.cpuUsage(before)
const { profile } = await session.post('Profiler.stop')
await close()
const whole = framesOf(profile)
const each = ((user + system) / TIMES / 1000).toFixed(1)
await writeFile(
  file,
  draw(whole, `列表页，不保存时：每页 ${each} ms 处理器时间（${TIMES} 次平均，含压缩，同样的查询只问一次）`),
)
console.log(`${file}: ${each} ms`)

function framesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Frame {
  const known = new Map(nodes.map(node => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id] as const)))
  const root: Frame = { name: '全部', place: '', time: 0, below: new Map() }
  samples.forEach((sample, i) => {
    const stack: Profiler.ProfileNode[] = []
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) stack.unshift(known.get(id)!)
    // Waiting costs no time of the processor.
    if (stack.at(-1)!.callFrame.functionName === '(idle)') return
    let at = root
    at.time += timeDeltas[i]!
    for (const { callFrame } of stack.slice(1)) {
      const { functionName: name = '', url, lineNumber } = callFrame
      const key = `${name} ${url} ${lineNumber}`
      const next = at.below.get(key) ?? { name: name || '(无名)', place: placeOf(url), time: 0, below: new Map() }
      at.below.set(key, next)
      next.time += timeDeltas[i]!
      at = next
    }
  })
  return root
}

function placeOf(url: string): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  return name ?? /\/(src\/.*|build\/.*)$/.exec(url)?.[1] ?? url
}

function draw(root: Frame, title: string): string {
  const boxes: string[] = []
  let deepest = 0
  const place = (frame: Frame, left: number, depth: number) => {
    const width = (frame.time / root.time) * WIDTH
    if (width < MIN_SHARE * WIDTH) return
    deepest = Math.max(deepest, depth)
    const share = `${((frame.time / root.time) * 100).toFixed(1)} %`
    const words = frame.name.slice(0, Math.floor(width / 6.5))
    boxes.push(
      xml`<g transform="translate(${left.toFixed(1)} ${depth * HEIGHT + 30})"><title>${frame.name} ${frame.place} ${share}</title><rect width="${width.toFixed(1)}" height="${HEIGHT - 1}" fill="${colourOf(frame.place)}"/><text x="2" y="12">${words}</text></g>`
        .xml,
    )
    let x = left
    for (const below of [...frame.below.values()].toSorted((a, b) => b.time - a.time)) {
      place(below, x, depth + 1)
      x += (below.time / root.time) * WIDTH
    }
  }
  place(root, 0, 0)
  const height = (deepest + 1) * HEIGHT + 34
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="10.5"><title>${title}</title>
<rect width="100%" height="100%" fill="#fff"/><text x="4" y="18" font-size="14">${title}</text>
${boxes.join('\n')}
</svg>
`
}

/** One colour per origin: our pages, our server, React, the router, other packages, Node itself. */
function colourOf(place: string): string {
  if (place.startsWith('build/')) return '#9cc8e8'
  if (place.startsWith('src/')) return '#a9d8a2'
  if (place === 'react-dom') return '#f4c27a'
  if (place === 'react-router') return '#f0a58f'
  return place.startsWith('node:') || place === '' ? '#dddddd' : '#d9c4ea'
}

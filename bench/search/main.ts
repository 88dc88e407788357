import { call } from '../../src/app.ts'
import { visitorOf } from '../calls.ts'
import { open } from '../data.ts'
import { median, ms } from '../table.ts'
import { type Paper, papersOn, type SearchQuestion } from './exam.ts'
import { lawsFile, prepareLaws, readLaws } from './laws.ts'

const plain = (html = '') => html.replaceAll(/<\/?em>/g, '')
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/**
 * Measures the recall and the speed of search on known documents. `--show` also prints each document that was not
 * found.
 */
const show = process.argv.includes('--show')
const laws = readLaws()
const { services, close } = await open(await prepareLaws(laws))
console.log(`${laws.length} 篇法律（${lawsFile}）与演示内容`)
const results = []
for (const paper of papersOn(laws)) results.push(await sit(paper))
console.table(Object.fromEntries(results.map(({ name, asked: _, ...figures }) => [name, figures])), [
  '题数',
  '第一条',
  '前十条',
  '找不到',
  '中位',
  '第 99 百分位',
  '目标',
])
await close()
process.exitCode = results.every(({ isReached }) => isReached) ? 0 : 1

async function sit({ name, asked, first, ten }: Paper) {
  const places: number[] = []
  const times: number[] = []
  for (const one of asked) {
    const begun = performance.now()
    const answer = await call(visitorOf(services), 'GET /search', {
      key: one.typed,
      type: 'all',
      sort: 'rel',
      pageNum: 1,
      pageSize: 10,
    })
    times.push(performance.now() - begun)
    const place = placeOf(one, [...answer.list, ...answer.near].slice(0, 10))
    places.push(place)
    if (show && place !== 0)
      console.log(
        `${name}：${one.typed} → ${place < 0 ? '没有' : place + 1}，第一条：${plain((answer.list[0] ?? answer.near[0])?.title)}`,
      )
  }
  const share = (holds: (place: number) => boolean) => places.filter(holds).length / places.length
  const [inFirst, inTen] = [share(place => place === 0), share(place => place >= 0)]
  return {
    name,
    asked,
    题数: asked.length,
    第一条: inFirst.toFixed(3),
    前十条: inTen.toFixed(3),
    找不到: (1 - inTen).toFixed(3),
    中位: ms(median(times)),
    '第 99 百分位': ms(times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!),
    目标: first ? `第一条 ≥ ${first}` : ten ? `前十条 ≥ ${ten}` : '',
    isReached: inFirst >= (first ?? 0) && inTen >= (ten ?? 0),
  }
}

function placeOf({ isMeant }: SearchQuestion, hits: { title: string }[]) {
  return hits.findIndex(({ title }) =>
    isMeant(plain(title).replace(/&\w+;|&#39;/g, entity => ENTITIES[entity] ?? entity)),
  )
}

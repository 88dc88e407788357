import { beforeAll, describe, expect, test } from 'vitest'
import { keepFile } from '#modules/files/server/files.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { faultsOf } from '#test/support/svg.ts'
import { type Position, positions } from './positions.ts'
import { runningAdverts } from './server/adverts.ts'
import { rows } from './server/demo/adverts.ts'
import { applied } from './server/demo/applied.ts'
import { artwork } from './server/demo/artwork.ts'
import { advert } from './server/tables.ts'

setUpSite({ demo: true })

type Row = {
  id: number
  title: string
  position: Position
  width: number
  height: number
  isAd: boolean
  imgUrl: string
}
const shown = async (query = {}) => (await site.get<Row[]>('/cms/index/noLogin/adverti', query)).data
const titles = (list: { title: string }[]) => list.map(({ title }) => title)

async function addAdvert(changes: Partial<typeof advert.$inferInsert>) {
  const { db, store } = site.services
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const about = { name: 'advert.svg', type: 'image/svg+xml', isPublic: true, bytes }
  const imageId = await keepFile({ db, store, now: new Date() }, about)
  const row = {
    number: `T-${changes.title}`,
    position: 'P6',
    title: '',
    imageId,
    alt: '广告',
    status: 'approved' as const,
  }
  await db.insert(advert).values({ ...row, startsOn: '2026-03-01', endsOn: '2026-03-31', ...changes })
}

describe('the adverts of the demo association', () => {
  test('those of today are shown; what is over, to come, unpaid or taken down is not', async () => {
    const isToday = ({ days: [from, until] }: { days: [number, number] }) => from <= 0 && until >= 0
    const running = [...rows, ...applied.filter(({ until }) => until === 'approved')].filter(isToday)
    const list = await shown()
    expect(titles(list).toSorted()).toEqual(titles(running).toSorted())
    expect(list.length).toBeLessThan(rows.length + applied.length)
    for (const { position, width, height } of list)
      expect({ width, height }).toEqual({ width: positions[position].width, height: positions[position].height })
  })

  test('every one is declared an advert and as large as its position', async () => {
    for (const { position, width, height, isAd } of await shown()) {
      expect(isAd).toBe(true)
      expect({ width, height }).toEqual({ width: positions[position].width, height: positions[position].height })
    }
  })

  test('their pictures can be read', async () => {
    for (const { imgUrl } of await shown()) {
      const picture = await site.app.inject({ url: imgUrl })
      expect(picture.statusCode).toBe(200)
      expect(picture.headers['content-type']).toMatch(/^image\/(svg\+xml|png)$/)
    }
  })

  test.each(rows)('the artwork of $title is well-formed, safe and small', of => {
    expect(faultsOf(artwork(of, positions[of.position]))).toEqual([])
  })
})

describe('a position', () => {
  test('shows its own adverts only', async () => {
    const list = await shown({ position: 'P4' })
    expect(list.length).toBeGreaterThan(1)
    expect(new Set(list.map(({ position }) => position))).toEqual(new Set(['P4']))
  })

  test('answers the same under the short address', async () => {
    expect((await site.get('/adverti', { position: 'P2' })).data).toEqual(await shown({ position: 'P2' }))
  })

  test('that does not exist is refused with a sentence', async () => {
    expect(await site.get('/adverti', { position: 'P9' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('P1 至 P6'),
    })
  })
})

describe('an advert booked for March 2026', () => {
  const at = async (moment: string) =>
    titles(await runningAdverts({ ...site.services, now: new Date(moment) }, { position: 'P6' }))
  beforeAll(async () => {
    await addAdvert({ title: '三月' })
    await addAdvert({ title: '待缴费', status: 'unpaid' })
    await addAdvert({ title: '已下线', status: 'takenDown' })
    await addAdvert({ title: '会刊', position: 'P7' })
  })

  test('begins at midnight in Shanghai, whatever the clock of London says', async () => {
    expect(await at('2026-02-28T15:59:59Z')).toEqual([])
    expect(await at('2026-02-28T16:00:00Z')).toEqual(['三月'])
  })

  test('runs through its last day and ends at midnight in Shanghai', async () => {
    expect(await at('2026-03-31T15:59:59Z')).toEqual(['三月'])
    expect(await at('2026-03-31T16:00:00Z')).toEqual([])
  })
})

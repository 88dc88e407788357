import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addDays, dayOf } from '../../src/lib/dates.ts'
import { type Position, positions } from '../../src/modules/adverts/positions.ts'
import { call } from './company.ts'
import { lookInto } from './test.ts'

/** Date `days` from today. */
export const inDays = (days: number) => addDays(dayOf(new Date()), days)

/** A picture of the size of a position, of one colour. */
export const artwork = async (position: Position, background = '#0b4a7f', half = 1) => ({
  name: '广告.png',
  mimeType: 'image/png',
  buffer: await sharp({
    create: {
      width: Math.round(positions[position].width / half),
      height: Math.round(positions[position].height / half),
      channels: 3,
      background,
    },
  })
    .png()
    .toBuffer(),
})

export async function store(page: Page, token: string, use: string, file: Awaited<ReturnType<typeof artwork>>) {
  const response = await page.request.post('/api/file/upload', { headers: { token }, multipart: { use, file } })
  return (await response.json()).data.id as number
}

/** Hands an advert in by the calls that its screens make: for ten days, from so many days hence. */
export async function newAdvert(page: Page, token: string, changes: { position: Position; title: string }, from = 5) {
  const form = {
    startsOn: inDays(from),
    endsOn: inDays(from + 9),
    alt: `${changes.title}，演示`,
    linkType: 'none',
    linkUrl: '',
    description: '用于演示的广告。',
    contactName: '孙三',
    contactMobile: '13900000902',
    ...changes,
    picture: await store(page, token, 'picture', await artwork(changes.position)),
  }
  const materials = [{ code: 'licence', fileId: await store(page, token, 'material', await artwork('P3')) }]
  return (await call(page, '/cms/adverti/user/update', { form, materials, action: 'submit' }, token)) as {
    id: number
    applicationId: number
  }
}

/** Time passes: its first and last day are those. Whoever keeps the pages comes by. */
export async function moveTo(id: number, from: number, until: number): Promise<void> {
  const database = await lookInto()
  await database.query('update advert set starts_on = $2, ends_on = $3 where id = $1', [
    id,
    inDays(from),
    inDays(until),
  ])
  await database.end()
}

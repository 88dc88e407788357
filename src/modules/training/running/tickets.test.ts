import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { eq } from 'drizzle-orm'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longDay } from '#lib/dates.ts'
import { readCodes } from '#lib/server/documents/qr.ts'
import { makeTickets } from '#test/setups/training/runningCourses.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { seatPeople, startClass } from '#test/support/classroom.ts'
import { asStaff, putFile, staffSession, staffWith } from '#test/support/make.ts'
import { participant } from '../server/tables.ts'
import { ticketsPdf } from './server/tickets.ts'

let site: Site
let folder: string
beforeAll(async () => {
  site = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'tickets-'))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})
const ctx = () => site.ctx()

/** A class whose tickets are made. */
async function ticketed(people: object[], changes: Parameters<typeof startClass>[1] = {}) {
  const of = await startClass(site, changes)
  const order = await seatPeople(site, of.id, people)
  const staff = await asStaff(site, await staffWith(site, ['trainer']))
  expect((await makeTickets(staff, of.id)).msg).toBe('ok')
  const rows = await site.services.db.select().from(participant).where(eq(participant.courseId, of.id))
  return { of, order, rows }
}

async function read(pdf: Buffer) {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS })
  const document = await task.promise
  const texts: string[] = []
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent()
    texts.push(
      items
        .flatMap(item => ('str' in item ? item.str : []))
        .join('')
        .replace(/\s/g, ''),
    )
  }
  const metadata = await document.getMetadata()
  await task.destroy()
  return { texts, pages: texts.length, metadata: metadata.metadata?.getRaw() ?? '' }
}

describe('an admission ticket', () => {
  test('says who comes where and when, in words that can be selected, in an archival document', async () => {
    const { of, rows } = await ticketed([{ name: '欧阳震华', seat: '一号考场 03' }], { hotel: '示例大酒店' })
    const pdf = await ticketsPdf(ctx(), { participantId: rows[0]!.id })
    const { texts, pages, metadata } = await read(pdf)
    expect(pages).toBe(1)
    const { ticketNumber } = rows[0]!
    for (const words of ['准考证', ticketNumber!, '欧阳震华', '一号考场03', of.title, '苏州示例会议中心', '示例大酒店'])
      expect(texts[0]).toContain(words)
    expect(texts[0]).toContain(`报到${longDay(of.startsOn)}`)
    expect(texts[0]).toMatch(/1\*{16}[\dX]/)
    expect(texts[0]).not.toMatch(/\d{17}/)
    expect(metadata).toMatch(/pdfaid:part[^\d]*2/)
    const fonts = pdf.toString('latin1').match(/\/Type \/FontDescriptor[\s\S]*?>>/g)!
    expect(fonts.length).toBeGreaterThan(0)
    for (const font of fonts) expect(font).toMatch(/\/FontFile[23]? /)
  })

  test('carries a code that opens the desk, beside the photo', async () => {
    const face = await sharp({ create: { width: 300, height: 420, channels: 3, background: '#9fc3e0' } })
      .png()
      .toBuffer()
    const staff = { ...(await staffSession(site, await staffWith(site, ['trainer']))), 'sec-fetch-site': 'same-origin' }
    const photoId = await putFile(site, staff, '照片.png', face, 'picture')
    const { rows } = await ticketed([{ photoId }])
    const pdf = await ticketsPdf(ctx(), { participantId: rows[0]!.id })
    await writeFile(join(folder, 'a.pdf'), pdf)
    const codes = await readCodes(join(folder, 'a.pdf'), 'application/pdf')
    expect(codes).toEqual([`http://site.test/staff/check-in?t=${rows[0]!.token}`])
    const without = await ticketsPdf(ctx(), { participantId: (await ticketed([{}])).rows[0]!.id })
    expect((await read(without)).texts[0]).toContain('贴照片处')
    expect((await read(pdf)).texts[0]).not.toContain('贴照片处')
  })

  test('keeps its place whatever is written on it', async () => {
    const { rows } = await ticketed([{ name: '阿卜杜热合曼·买买提吐尔逊江·努尔艾力' }, {}], {
      title: '第'.padEnd(60, '很长的培训班名称'),
      venue: '会议中心'.repeat(10),
      hotel: '大酒店'.repeat(10),
    })
    const { pages, texts } = await read(await ticketsPdf(ctx(), { courseId: rows[0]!.courseId! }))
    expect(pages).toBe(1)
    expect(texts[0]!.match(/二维码只用于报到/g)).toHaveLength(2)
  })

  test('is given by order of places and by course, two to a sheet; not before tickets are made, nor to who dropped out', async () => {
    const { of, order, rows } = await ticketed([{}, {}, {}])
    await seatPeople(site, of.id, [{}])
    expect((await read(await ticketsPdf(ctx(), { registrationId: order.id }))).pages).toBe(2)
    await site.services.db.update(participant).set({ isActive: false }).where(eq(participant.id, rows[0]!.id))
    expect((await read(await ticketsPdf(ctx(), { courseId: of.id }))).pages).toBe(1)
    await expect(ticketsPdf(ctx(), { participantId: rows[0]!.id })).rejects.toThrow('还没有可以打印的')
    await expect(ticketsPdf(ctx(), {})).rejects.toThrow('请指明')
  })

  test('of a whole course is set while the site goes on answering', async () => {
    const { of, rows } = await ticketed(Array.from({ length: 60 }, () => ({})))
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    let took = 0
    const begun = performance.now()
    const { pages, texts } = await ticketsPdf(ctx(), { courseId: of.id }).then(pdf => {
      delay.disable()
      took = performance.now() - begun
      return read(pdf)
    })
    expect(pages).toBe(30)
    expect(texts.join('')).toContain(rows.at(-1)!.ticketNumber)
    // Set here it would be one long pause.
    expect(delay.max / 1e6).toBeLessThan(took * 0.6)
  })
})

test('the sign-in sheet has a box for each session, and everybody on it', async () => {
  const { of, order } = await ticketed([{ name: '欧阳震华' }, { name: '程晓明' }])
  const headers = await staffSession(site, await staffWith(site, ['trainer']))
  const ask = async (query: string) =>
    read(
      (await site.app.inject({ url: `/api/staff/training/roster/sheet?courseId=${of.id}${query}`, headers }))
        .rawPayload,
    )
  const [whole] = (await ask('')).texts
  for (const words of ['签到表', of.title, '欧阳震华', '程晓明', order.name, '上午', '下午', '共2人'])
    expect(whole).toContain(words)
  const [morning] = (await ask(`&session=${of.startsOn}a`)).texts
  expect(morning).toContain('上午')
  expect(morning).not.toContain('下午')
})

import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { bodyOf, clerk, holders, planned, recorded, setUpSeats } from '#test/setups/meetingSeats.ts'
import { site } from '#test/setups/site.ts'
import { filesIn } from '#test/support/archives.ts'
import { putFile, staffSession, staffWith } from '#test/support/make.ts'
import { partsIn, sheetOf, textsOf } from '#test/support/workbooks.ts'
import { meetingPaper, meetingSeat } from './server/tables.ts'

setUpSeats()

const get = async (path: string, roles = ['secretary']) =>
  site.app.inject({
    url: `/api/staff/meeting/${path}`,
    headers: await staffSession(site, await staffWith(site, roles)),
  })

describe('what remains of a meeting', () => {
  test('is one archive with an index of hashes, which says what could not be had; and only who handles meetings gets it', async () => {
    const people = await holders(4)
    const { id, seats } = await recorded(people, '记录人')
    const { db } = site.services
    const [letter, gone] = [
      await putFile(site, people[0]!.token, '委托书.png'),
      await putFile(site, people[0]!.token, '丢失.png'),
    ]
    await db
      .update(meetingSeat)
      .set({ replyFileIds: [letter] })
      .where(eq(meetingSeat.id, seats[2]!.id))
    const paper = { meetingId: id, audience: 'seats' as const, addedName: '秘书' }
    await db.insert(meetingPaper).values({ ...paper, fileId: gone })
    await db.update(file).set({ key: 'gone/away' }).where(eq(file.id, gone))
    await clerk.post('/staff/meeting/minutes/draft', { id })

    const archive = await get(`archive?id=${id}`)
    expect(archive.headers['content-type']).toBe('application/zip')
    const files = await filesIn(archive.rawPayload)
    expect([...files.keys()].toSorted()).toEqual([
      '00 目录.xlsx',
      '01 会议通知.pdf',
      '02 议程.pdf',
      `04 委托书与回执/01 ${seats[2]!.personName}（单位2）.png`,
      '05 签到表.pdf',
      '06 会议纪要/第 1 稿（未签署）.pdf',
      '07 会议决议.pdf',
      '08 表决.xlsx',
    ])
    const lines = textsOf(await sheetOf(files.get('00 目录.xlsx')!)).slice(1)
    expect(lines.find(([name]) => name!.startsWith('03 会议材料'))![1]).toContain('未能取得')
    for (const [name, , size, sha256] of lines.filter(([, , , sha256]) => sha256)) {
      expect(Number(size)).toBe(files.get(name!)!.length)
      expect(sha256).toBe(createHash('sha256').update(files.get(name!)!).digest('hex'))
    }
    expect(JSON.stringify(textsOf(await sheetOf(files.get('08 表决.xlsx')!)))).toContain(
      '同意 2、反对 0、弃权 0、回避 1',
    )
    expect((await get(`archive?id=${id}`, ['editor'])).json().code).toBe(403)
    const events = await db.select().from(auditEvent).where(eq(auditEvent.action, 'meeting.archive'))
    expect(events.map(({ objectId }) => objectId)).toContain(id)
  })

  test('has a sheet of who came, how and when, with replies and proxies; not before the meeting is over', async () => {
    const people = await holders(4)
    const open = await planned(await bodyOf(people))
    expect((await get(`attendance?id=${open.id}`)).json().msg).toContain('记录审议结果或休会以后')
    expect((await get(`archive?id=${open.id}`)).json().msg).toContain('记录审议结果或休会以后')
    const { id, seats } = await recorded(people, '记录人')
    const pdf = await get(`attendance?id=${id}`)
    expect(pdf.rawPayload.includes('/ByteRange')).toBe(true)
    const words = (await partsIn((await get(`attendance?id=${id}&format=docx`)).rawPayload)).join()
    expect(words).toContain('签到表')
    expect(words).toContain('现场')
    expect(words).toContain(`${seats[0]!.personName}（单位0）（已确认）`)
    expect(words.split('未到会')).toHaveLength(3)
  })
})

import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { site } from '#test/setups/site.ts'
import { aTrainer, head, rowOf, type Score, save, scoresOf, setUpResults } from '#test/setups/training/results.ts'
import { endedCourse, passAll, takePart } from '#test/support/examining.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'
import { sheetOf, textsOf, workbookOf } from '#test/support/workbooks.ts'
import { participant } from '../server/tables.ts'

setUpResults()

describe('scores', () => {
  test('are typed for several at once; what is wrong is told cell by cell and nothing is kept', async () => {
    const trainer = await aTrainer()
    const id = await endedCourse(site, { passPractice: 70 })
    const [a, b, c] = (await takePart(site, id, 3)) as [number, number, number]
    const wrong = await save(trainer, id, [
      { participantId: a, theory: '88', practice: '90' },
      { participantId: b, theory: '101', practice: '八十' },
      { participantId: c, theory: '60', isAbsent: true },
    ])
    expect(wrong.code).toBe(400)
    expect(wrong.data.fields).toEqual({
      [`${b}.theory`]: '不能超过 100 分',
      [`${b}.practice`]: '应为 0 到 100 的数字',
      [c]: '缺考的不填分数',
    })
    expect((await head(trainer, id)).figures).toMatchObject({ all: 3, lacking: 3, blank: 3, rate: null })

    const good = await save(trainer, id, [
      { participantId: a, theory: '８８.5', practice: '70' },
      { participantId: b, theory: '59.5', practice: '100' },
      { participantId: c, isAbsent: true },
    ])
    expect(good.data).toEqual({ saved: 3, unchanged: 0 })
    expect((await scoresOf(trainer, id)).map((row: { resultName: string }) => row.resultName)).toEqual([
      '合格',
      '不合格',
      '缺考',
    ])
    expect((await head(trainer, id)).figures).toMatchObject({
      passed: 1,
      failed: 1,
      absent: 1,
      makeupDue: 2,
      rate: 33.3,
    })
    expect(await scoresOf(trainer, id, { scope: 'makeup' })).toHaveLength(2)
  })

  test('of two who type at once the second is told what the first has typed, and by whom', async () => {
    const [one, two] = [await aTrainer(), await aTrainer()]
    const id = await endedCourse(site)
    const [a] = (await takePart(site, id, 1)) as [number]
    const answers = await Promise.all([
      save(one, id, [{ participantId: a, theory: '82' }]),
      save(two, id, [{ participantId: a, theory: '85' }]),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    const refused = answers.find(({ code }) => code === 409)!
    expect(refused.data.fields[a]).toMatch(/^已由 工作人员\d+ 于 .* 录为“8[25]”，请核对后再保存$/)
    const { first } = await rowOf(one, id, a)
    const again = await save(two, id, [{ participantId: a, theory: '91', seen: first.seen }])
    expect(again.code).toBe(200)
    // The same once more changes nothing.
    expect((await save(one, id, [{ participantId: a, theory: '91' }])).data).toEqual({ saved: 0, unchanged: 1 })
  })

  test('of a make-up only who failed has any, and a pass counts', async () => {
    const trainer = await aTrainer()
    const id = await endedCourse(site, { passPractice: 60 })
    const [a, b, c] = (await takePart(site, id, 3)) as [number, number, number]
    await save(trainer, id, [
      { participantId: a, theory: '90', practice: '90' },
      { participantId: b, theory: '90', practice: '30' },
    ])
    const wrong = await save(
      trainer,
      id,
      [
        { participantId: a, theory: '99' },
        { participantId: c, theory: '99' },
      ],
      { round: 'makeup' },
    )
    expect(wrong.data.fields).toEqual({
      [a]: '首次考试已合格，不用补考',
      [c]: '首次考试的成绩还没有录全，先录首次成绩',
    })
    const missed = await save(trainer, id, [{ participantId: b, isAbsent: true }], { round: 'makeup' })
    expect(missed.code).toBe(200)
    const { makeup } = await rowOf(trainer, id, b)
    expect(makeup).toMatchObject({ isAbsent: true, theory: null, practice: null })
    expect((await head(trainer, id)).figures).toMatchObject({ passed: 1, makeupFailed: 1, makeupPassed: 0 })
    const taken = { participantId: b, practice: '60', seen: makeup.seen }
    const right = await save(trainer, id, [taken], { round: 'makeup' })
    expect(right.code).toBe(200)
    expect((await rowOf(trainer, id, b)).result).toBe('makeupPassed')
    // The make-up stands on the first try.
    const { first } = await rowOf(trainer, id, b)
    const undone = await save(trainer, id, [{ participantId: b, theory: '90', practice: '61', seen: first.seen }])
    expect(undone.data.fields[b]).toBe('改动后补考结果不再成立，请先更正或清空补考成绩')
  })

  test('nobody but who manages courses sees or types them', async () => {
    const id = await endedCourse(site)
    for (const role of ['reviewer', 'cashier', 'editor']) {
      const other = await asStaff(site, await staffWith(site, [role]))
      expect((await other.get('/staff/training/scores', { id })).code).toBe(403)
      expect((await save(other, id, [{ participantId: 1, theory: '1' }])).code).toBe(403)
    }
  })
})

describe('scores as a workbook', () => {
  const read = async (who: string, id: number, bytes: Buffer, round = 'first') => {
    const form = new FormData()
    form.append('id', String(id))
    form.append('round', round)
    form.append('file', new Blob([new Uint8Array(bytes)]), '成绩.xlsx')
    const body = new Response(form)
    const response = await site.app.inject({
      method: 'POST',
      url: '/api/staff/training/scores/read',
      payload: Buffer.from(await body.arrayBuffer()),
      headers: {
        ...(await staffSession(site, who)),
        'sec-fetch-site': 'same-origin',
        'content-type': body.headers.get('content-type')!,
      },
    })
    return response.json()
  }

  test('the template comes back filled in; each row says what would become of it, and nothing is kept before it is saved', async () => {
    const who = await staffWith(site, ['trainer'])
    const trainer = await asStaff(site, who)
    const id = await endedCourse(site, { passPractice: 60 })
    const [a, b, c, d] = (await takePart(site, id, 4)) as [number, number, number, number]
    await save(trainer, id, [{ participantId: d, theory: '70', practice: '70' }])
    const template = await site.app.inject({
      method: 'GET',
      url: `/api/staff/training/scores/template?id=${id}`,
      headers: await staffSession(site, who),
    })
    const [heading, ...rows] = textsOf(await sheetOf(template.rawPayload)) as [string[], ...string[][]]
    expect(heading).toEqual(['准考证号', '姓名', '单位', '理论', '实操', '缺考'])
    expect(rows).toHaveLength(4)
    const [first, second, third] = rows as [string[], string[], string[]]
    const filled = [
      ['第一考场成绩'],
      heading,
      [first[0]!, first[1]!, '', 86, 59.5, ''],
      [second[0]!, '别人', '', 70, 70, ''],
      ['9999999', '无此人', '', 70, 70, ''],
      [third[0]!, third[1]!, '', 120, '好', ''],
      [first[0]!, first[1]!, '', 1, 1, ''],
      rows[3]!,
    ]
    const { data } = await read(who, id, await workbookOf(filled))
    expect(data).toMatchObject({ fresh: 1, wrong: 4, same: 1, corrections: 0, missing: 1 })
    expect(data.rows.map((row: { problem: string }) => row.problem)).toEqual([
      '',
      `姓名不符：准考证号 ${second[0]} 是“${second[1]}”`,
      '本班没有准考证号 9999999',
      '理论不能超过 100 分；实操应为 0 到 100 的数字',
      `“${first[1]}”在表中出现了不止一次`,
      '',
    ])
    expect((await rowOf(trainer, id, a)).first).toBeNull()

    const good = data.rows.flatMap((row: { score: Score | null }) => row.score ?? [])
    expect((await save(trainer, id, good)).data).toEqual({ saved: 1, unchanged: 0 })
    expect((await rowOf(trainer, id, a)).first).toMatchObject({ theory: 86, practice: 59.5 })
    expect((await rowOf(trainer, id, b)).first).toBeNull()
    expect((await rowOf(trainer, id, c)).first).toBeNull()
  })

  test('another score for who has one is a correction, of what was there when the sheet was read', async () => {
    const who = await staffWith(site, ['trainer'])
    const trainer = await asStaff(site, who)
    const id = await endedCourse(site)
    const [a] = (await takePart(site, id, 1)) as [number]
    await passAll(site, id, [a])
    const { name, ticketNumber, first } = await rowOf(trainer, id, a)
    const sheet = await workbookOf([
      ['准考证号', '姓名', '理论'],
      [ticketNumber, name, 91],
    ])
    const { data } = await read(who, id, sheet)
    expect(data).toMatchObject({ corrections: 1, fresh: 1, same: 0, wrong: 0 })
    const score = { participantId: a, theory: '91', practice: '', isAbsent: false, seen: first.seen }
    expect(data.rows[0]).toMatchObject({ isCorrection: true, before: '80', score })
  })

  test('without ticket numbers a name must be the only one; 缺考 is no score', async () => {
    const who = await staffWith(site, ['trainer'])
    const trainer = await asStaff(site, who)
    const id = await endedCourse(site)
    const [a, b, c] = (await takePart(site, id, 3, { ticketed: false })) as [number, number, number]
    const { db } = site.services
    await db
      .update(participant)
      .set({ name: '王芳' })
      .where(inArray(participant.id, [a, b]))
    await db.update(participant).set({ name: '孟一' }).where(eq(participant.id, c))
    const sheet = await workbookOf([
      ['姓名', '理论成绩'],
      ['王芳', 80],
      ['孟一', '缺考'],
    ])
    const { data } = await read(who, id, sheet)
    expect(data.rows.map((row: { problem: string }) => row.problem)).toEqual([
      '名册里有 2 位“王芳”，请填写准考证号',
      '',
    ])
    await save(trainer, id, [data.rows[1].score])
    expect((await rowOf(trainer, id, c)).result).toBe('absent')
    expect((await read(who, id, Buffer.from('no workbook'))).msg).toContain('没有找到“姓名”一列')
  })
})

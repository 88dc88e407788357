import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { maskName } from '#lib/mask.ts'
import { AT, everything, list, secrets, setUpPersonnelRegister } from '#test/setups/personnelRegister.ts'
import { site } from '#test/setups/site.ts'

setUpPersonnelRegister()

describe('names and numbers of people stay theirs', () => {
  test('no open list tells a whole name, an identity number, a phone or a birthday', async () => {
    const answers = await Promise.all([
      list(),
      list({ pageNum: 2 }),
      list({ status: 'valid', provinceCode: '110000' }),
      list({ orgName: '清源' }),
      list({ name: '张伟' }),
      list({ certNo: 'HQ1' }),
      site.get(`${AT}/top30`),
      site.get(`${AT}/top30`, { groupId: 1 }),
      site.get(`${AT}/group/list`),
    ])
    const told = JSON.stringify(answers)
    for (const { name, idNumber, mobile, bornOn, sealed } of await secrets())
      for (const secret of [name, idNumber, mobile, bornOn, ...sealed])
        if (told.includes(secret)) throw new Error(`${secret} was told: ${told.slice(told.indexOf(secret) - 60)}`)
    expect(told).not.toMatch(/\d{17}[\dX]|1390000/)
  })

  test('every shown name is the mask of its holder’s', async () => {
    const { rows } = await site.services.db.execute<{ id: number; name: string }>(
      sql`select id, holder_name as name from certificate where register = 'personnel'`,
    )
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    for (const row of await everything()) expect(row.name).toBe(maskName(names.get(row.id)!))
  })

  test('who gives the exact name and the whole number sees the whole name', async () => {
    const [certNo] = await numbersOf('欧阳静远')
    const { list: rows } = await list({ name: '欧阳静远', certNo: certNo! })
    expect(rows.map(row => [row.name, row.certNo])).toEqual([['欧阳静远', certNo]])
    const typed = await list({ name: ' 歐陽靜遠 ', certNo: certNo!.toLowerCase().replaceAll('-', ' ') })
    expect(typed.list[0]!.name).toBe('欧阳静远')
  })

  test('with part of the number, or without it, the name stays masked', async () => {
    const [certNo] = await numbersOf('欧阳静远')
    const queries: Record<string, string>[] = [
      { name: '欧阳静远' },
      { certNo: certNo! },
      { name: '欧阳静远', certNo: certNo!.slice(0, -1) },
    ]
    for (const query of queries) {
      const { list: rows } = await list(query)
      expect(rows.map(row => row.certNo)).toContain(certNo)
      expect(rows.every(row => row.name.includes('*'))).toBe(true)
    }
  })

  test.each(['欧阳', '静远', '阳静', '远', 'ouyang', 'oyjy'])('part of a name, %j, finds nobody', async name => {
    expect(await list({ name })).toMatchObject({ list: [], total: 0 })
  })

  test('a wrong name with the right number finds nobody', async () => {
    const [certNo] = await numbersOf('欧阳静远')
    expect((await list({ name: '欧阳靖远', certNo: certNo! })).total).toBe(0)
  })

  test('who did not agree to be shown is in no list, and confirmed to whoever knows the number', async () => {
    const hidden = await numbersOf('李𬭎')
    expect(hidden.length).toBeGreaterThan(0)
    const told = JSON.stringify([await everything(), (await site.get(`${AT}/top30`)).data])
    for (const certNo of hidden) {
      expect(told).not.toContain(certNo)
      expect((await list({ name: '李𬭎', certNo })).total).toBe(0)
      const { data } = await site.get('/cert/verify', { number: certNo })
      expect(data).toMatchObject({ certNo, holderName: '李*', orgName: '未公开' })
    }
  })

  test('what scrolls past tells a month and the end of a number only', async () => {
    const { data } = await site.get(`${AT}/top30`)
    expect(data).toHaveLength(30)
    for (const row of data) {
      expect(Object.keys(row).sort()).toEqual(
        ['certNoTail', 'id', 'issueDate', 'kindName', 'levelName', 'name', 'orgName'].sort(),
      )
      expect([row.name, row.certNoTail, row.issueDate]).toEqual([
        expect.stringMatching(/\*/),
        expect.stringMatching(/^\d{4}$/),
        expect.stringMatching(/^\d{4}-\d{2}$/),
      ])
    }
  })
})

const numbersOf = async (name: string) => {
  const { rows } = await site.services.db.execute<{ number: string }>(
    sql`select number from certificate where register = 'personnel' and holder_name = ${name} order by id`,
  )
  return rows.map(({ number }) => number)
}

import { describe, expect, test } from 'vitest'
import {
  AT,
  count,
  list,
  setUpQualificationRegister,
  sumOf,
  VALID,
} from '#test/setups/qualifications/qualificationRegister.ts'
import { site } from '#test/setups/site.ts'

setUpQualificationRegister()

describe('a visitor learns what can be certified', () => {
  test('seven groups, seventeen kinds; the counts are of valid certificates', async () => {
    const { data: groups } = await site.get(`${AT}/group/list`)
    expect(groups.map((group: { groupName: string }) => group.groupName)).toEqual([
      '清洗类',
      '水质检验检测类',
      '水处理设备类',
      '药剂树脂类',
      '技术服务类',
      '能效环保类',
      '信用类',
    ])
    expect(sumOf(groups)).toBe(await count(VALID))
    const kinds = await Promise.all(
      groups.map(({ groupId }: { groupId: number }) => site.get(`${AT}/child/list`, { groupId })),
    )
    expect(kinds.flatMap(({ data }) => data)).toHaveLength(17)
    for (const [i, { data }] of kinds.entries()) expect(sumOf(data)).toBe(groups[i].count)
    expect(kinds[6]!.data[0]).toMatchObject({ childCode: 'XY01', validYears: 3 })
  })

  test('a kind’s levels come with scope, conditions and fee', async () => {
    const { data } = await site.get(`${AT}/level/list`, { childId: 101 })
    expect(data.map((level: { levelCode: string }) => level.levelCode)).toEqual(['A', 'B', 'C', 'D'])
    expect(data[0]).toMatchObject({ levelId: 1011, levelName: 'A级', scopeText: '各种额定压力的锅炉', fee: 12_000 })
    expect(data[0].requirements).toEqual([
      '高级职称不少于 2 人',
      '中级及以上职称不少于 5 人',
      '持有效人员证书（清洗项目负责人、清洗操作人员、清洗化验人员、清洗安全员）不少于 12 人',
      '清洗项目负责人（持清洗项目负责人证书）不少于 1 人',
      '近期业绩或在服务数量不少于 12 项',
    ])
    expect((await site.get(`${AT}/level/list`, { childId: 999 })).data).toEqual([])
  })

  test('a group introduces itself, names its rules, and counts by kind and level', async () => {
    const { data } = await site.get(`${AT}/group`, { groupId: 5 })
    expect(data).toMatchObject({ groupId: 5, groupCode: 'FW', groupName: '技术服务类' })
    expect(data.rules.map((rule: { title: string }) => rule.title)).toEqual([
      '水处理技术服务、维保与托管运行单位能力评价办法',
    ])
    const rule = await site.get('/catalog/a/info', { id: data.rules[0].id })
    expect(rule.data.title).toBe(data.rules[0].title)
    expect(data.stat).toHaveLength(9)
    const level = data.stat.find((row: object) => 'levelName' in row && row.levelName === 'B级')
    expect(level.num).toBe(await count(`${VALID} and kind_code = 'FW01' and level_code = 'B'`))
    const total = data.stat.reduce((sum: number, { num }: { num: number }) => sum + num, 0)
    expect(total).toBe(await count(`${VALID} and group_code = 'FW'`))
  })

  test('without a number the first group answers; of an unknown one the page does not exist', async () => {
    expect((await site.get(`${AT}/group`)).data.groupCode).toBe('QX')
    expect((await site.get(`${AT}/group`, { groupId: 99 })).code).toBe(404)
    expect((await site.get(`${AT}/child/list`, { groupId: 99 })).data).toEqual([])
    expect((await site.get(`${AT}/child/list`)).code).toBe(400)
  })
})

describe('what the register tells agrees with the check of a certificate', () => {
  test('every certificate in the list is found by its number, with the same status', async () => {
    const rows = (await list()).list.toReversed().slice(0, 25)
    for (const row of rows) {
      const { data } = await site.get('/cert/verify', { number: row.certNo })
      expect([row.certNo, data.today.certStatus]).toEqual([row.certNo, row.certStatus])
    }
  })

  test('an upgrade leads from the old certificate to the new one and back', async () => {
    const [old] = (await list({ status: 'replaced', orgName: '恒蓝' })).list
    const before = await site.get('/cert/verify', { number: old!.certNo })
    const [number] = before.data.successors
    const after = await site.get('/cert/verify', { number })
    expect(after.data).toMatchObject({ levelName: '一级', predecessors: [old!.certNo] })
    expect(before.data.history.at(-1)).toMatchObject({ eventName: '被替代', date: after.data.issueDate })
  })
})

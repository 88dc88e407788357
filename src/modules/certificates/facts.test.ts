import { expect, test } from 'vitest'
import { factsOf, scopeFacts } from './facts.ts'

const facts = {
  register: 'qualification',
  certNo: 'CBWA-QX01-A-2026-0012',
  holderName: '甲公司',
  orgName: '甲公司',
  creditCode: '91110105MA00DEM14D',
  provinceName: '江苏',
  groupName: '清洗类',
  kindName: '化学清洗单位',
  levelName: 'A级',
  scope: '各种锅炉',
  issuer: '演示协会',
  issueDate: '2026-03-01',
  validFrom: '2026-03-05',
  validTo: '2030-03-04',
}

test('a certificate of an organisation says all in its order, and the name of its holder once', () => {
  expect(factsOf(facts)).toEqual([
    ['证书编号', 'CBWA-QX01-A-2026-0012'],
    ['持证者', '甲公司'],
    ['统一社会信用代码', '91110105MA00DEM14D'],
    ['地区', '江苏'],
    ['类别', '清洗类 · 化学清洗单位'],
    ['级别', 'A级'],
    ['范围', '各种锅炉'],
    ['发证机构', '演示协会'],
    ['发证日期', '2026年3月1日'],
    ['有效期', '2026年3月5日 至 2030年3月4日'],
  ])
})

test('that of a person says where the person worked when it was issued; what it does not say is left out', () => {
  const of = { ...facts, register: 'personnel', holderName: '李娜', creditCode: null, scope: '', validTo: null }
  const told = new Map(factsOf({ ...of, groupName: '化学清洗单位' }))
  expect(told.get('发证时所在单位')).toBe('甲公司')
  expect(told.get('类别')).toBe('化学清洗单位')
  expect(told.get('有效期')).toBe('2026年3月5日 至 长期')
  expect([...told.keys()]).not.toContain('统一社会信用代码')
  expect([...told.keys()]).not.toContain('范围')
  expect(new Map(factsOf({ ...facts, holderName: '李娜' })).get('单位名称')).toBe('甲公司')
})

test('that of an award says what for, line by line, and never ends', () => {
  const scope = '获奖项目：余热锅炉\n年度：2026\n完成人员名单及其单位：很长\n没有冒号\n空的：\n名次：第 1：共 5'
  const of = { ...facts, register: 'award', holderName: '李娜', scope, kindName: '科技进步奖', levelName: '一等奖' }
  expect(factsOf(of)).toEqual([
    ['证书编号', 'CBWA-QX01-A-2026-0012'],
    ['获奖者', '李娜'],
    ['工作单位', '甲公司'],
    ['统一社会信用代码', '91110105MA00DEM14D'],
    ['奖项', '科技进步奖'],
    ['等级', '一等奖'],
    ['获奖项目', '余热锅炉'],
    ['年度', '2026'],
    ['名次', '第 1：共 5'],
    ['颁发机构', '演示协会'],
    ['颁发日期', '2026年3月1日'],
    ['有效期', '永久有效'],
  ])
  const own = new Map(factsOf({ ...of, holderName: '甲公司', creditCode: null }))
  expect([own.has('工作单位'), own.has('统一社会信用代码')]).toEqual([false, false])
})

test('a line of what it is for has a name of eight characters at most before its colon', () => {
  expect(scopeFacts('一二三四五六七八：值')).toEqual([['一二三四五六七八', '值']])
  expect(scopeFacts('一二三四五六七八九：值')).toEqual([])
  expect(scopeFacts('空的：')).toEqual([])
  expect(scopeFacts('：值')).toEqual([])
  expect(scopeFacts('')).toEqual([])
})

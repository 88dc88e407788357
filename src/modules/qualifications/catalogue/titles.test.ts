import { expect, test } from 'vitest'
import { classifiedRanks, rankOf } from './titles.ts'

test.each([
  ['正高级工程师', 'senior'],
  ['教授级高级工程师', 'senior'],
  ['高级工程师', 'senior'],
  ['高工', 'senior'],
  ['高级经济师', 'senior'],
  ['教授', 'senior'],
  ['副教授', 'senior'],
  ['研究员', 'senior'],
  ['副研究员', 'senior'],
  ['工程师', 'middle'],
  ['工程师（化工）', 'middle'],
  ['助理研究员', 'middle'],
  ['讲师', 'middle'],
  ['会计师', 'middle'],
  ['中级', 'middle'],
  ['中级工程师', 'middle'],
  ['初级工程师', 'junior'],
  ['高 工', 'senior'],
  ['助理工程师', 'junior'],
  ['助工', 'junior'],
  ['技术员', 'junior'],
  ['研究实习员', 'junior'],
  ['高级技师', null],
  ['技师', null],
  ['高级工', null],
  ['无', null],
  ['', null],
])('%s is %s', (title, rank) => expect(rankOf(title, new Map())).toBe(rank))

test('what the association says of a title goes before its words, retired or not; where it says nothing, they do', () => {
  const known = classifiedRanks([
    { name: '首席专家', traits: ['senior'] },
    { name: '工程师', traits: ['junior'] },
    { name: '高级讲师', traits: ['none'] },
    { name: '讲师', traits: [] },
    { name: '主管', traits: ['middle'] },
    { name: '教授', traits: ['of another kind'] },
  ])
  const titles = ['首席 专家', '工程师', '高级讲师', '讲师', '主管', '教授', '高级工程师']
  const ranks = ['senior', 'junior', null, 'middle', 'middle', 'senior', 'senior']
  expect(titles.map(title => rankOf(title, known))).toEqual(ranks)
})

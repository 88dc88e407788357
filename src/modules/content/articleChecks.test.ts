import { expect, test } from 'vitest'
import { problemsOf, warningsOf } from './articleChecks.ts'
import { articleValues } from './articleSchema.ts'
import { keywordsIn, proposeSummary } from './articleValues.ts'

const NOW = new Date('2026-11-21T10:00:00+08:00')
const whole = { catalogId: 41, title: '通知', content: '<p>正文</p>', summary: '摘要', source: '本会' }
const problems = (more: object) => problemsOf(articleValues.parse({ ...whole, ...more }), NOW)
const warnings = (more: object) => warningsOf(articleValues.parse({ ...whole, ...more }))

test('an article needs a title, a column, and a text or a link', () => {
  expect(problems({})).toEqual({})
  expect(Object.keys(problems({ title: ' ', catalogId: null, content: '<p><br />&nbsp;</p>' }))).toEqual([
    'title',
    'catalogId',
    'content',
  ])
  expect(problems({ content: '', externalUrl: 'https://example.com/a' })).toEqual({})
  expect(problems({ content: '<p><img src="/api/file/1" alt="图" /></p>' })).toEqual({})
})

test('what is too long says by how much', () => {
  expect(problems({ title: '长'.repeat(121) })).toEqual({ title: '标题不能超过 120 个字，现有 121 个' })
  expect(problems({ keywords: Array.from({ length: 11 }, (_, i) => `词${i}`).join('、') })).toHaveProperty('keywords')
})

test('a time to come is not one of publishing now', () => {
  expect(problems({ publishTime: '2026-11-21T09:59:00+08:00' })).toEqual({})
  expect(problems({ publishTime: '2026-11-21T10:01:00+08:00' }).publishTime).toContain('定时发布')
})

test('what is worth a look is named, and keeps nothing from being published', () => {
  expect(warnings({})).toEqual([])
  const content = '<p><img src="/api/file/1" /><img src="/api/file/2" alt=" " /><a href="http://example.com">旧</a></p>'
  expect(warnings({ content, summary: '', source: '' })).toEqual([
    '没有摘要：列表和搜索结果里只会显示标题',
    '没有填写来源',
    '有 2 张图片没有说明，看不见图片的人不知道图上是什么',
    '有 1 个链接不是 https，读者打开时可能看到安全提示',
  ])
})

test('key words are what stands between commas or spaces, once each', () => {
  expect(keywordsIn(' 锅炉，水质、锅炉; 清洗 ')).toEqual(['锅炉', '水质', '清洗'])
  expect(keywordsIn('')).toEqual([])
})

test('a summary ends with a sentence where there is one', () => {
  expect(proposeSummary('短文。')).toBe('短文。')
  const [long, tail] = ['协会召开会议'.repeat(15), '后续安排另行通知'.repeat(10)]
  expect(proposeSummary(`${long}。${tail}`)).toBe(`${long}。`)
  expect(proposeSummary('没有句号'.repeat(60))).toHaveLength(120)
})

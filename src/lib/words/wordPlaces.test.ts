import { expect, test } from 'vitest'
import { foldChar } from '../server/search/fold.ts'
import { wordFinder } from './wordPlaces.ts'

const asWritten = (text: string, words: string[], reading = {}) =>
  wordFinder(words, reading)(text).map(({ word, start, end }) => [word, text.slice(start, end)])

test('a word is found however it is written, and what stands there is told', () => {
  expect(asWritten('本产品国 家·级，１００％，最佳', ['国家级', '100%', '最佳'])).toEqual([
    ['国家级', '国 家·级'],
    ['100%', '１００％'],
    ['最佳', '最佳'],
  ])
  expect(asWritten('國家級的 VIP', ['国家级', 'vip'], { fold: foldChar })).toEqual([
    ['国家级', '國家級'],
    ['vip', 'VIP'],
  ])
})

test('of words within one another the longest counts, and none that another sentence parts', () => {
  expect(asWritten('最先进的锅炉', ['最先', '最先进'])).toEqual([['最先进', '最先进']])
  expect(asWritten('服务国家，级别不限', ['国家级'])).toEqual([])
  expect(asWritten('行业第一品牌', ['行业第一', '第一品牌', '第一'])).toEqual([
    ['行业第一', '行业第一'],
    ['第一品牌', '第一品牌'],
  ])
  expect(asWritten('任何文字', ['', ' '])).toEqual([])
})

test('of many words that begin alike each is found', () => {
  const words = Array.from({ length: 1000 }, (_, i) => `敏感${i}号`)
  const text = words.join('，').repeat(5)
  expect(wordFinder(words)(text).map(({ word }) => word)).toEqual(Array.from({ length: 5 }, () => words).flat())
})

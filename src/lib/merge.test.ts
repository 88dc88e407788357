import { expect, test } from 'vitest'
import { merge } from './merge.ts'

const answer = () => 1

test('objects are joined, and may have the same value under one key', () => {
  expect(merge([{ a: answer }, { a: answer, b: 2 }, {}])).toEqual({ a: answer, b: 2 })
})

test('two values for one key are refused: a call has one handler', () => {
  expect(() => merge([{ 'GET /a': () => 1 }, { 'GET /a': () => 1 }])).toThrow('GET /a is defined twice')
})

import { expect, test } from 'vitest'
import { answersInScript, inScript } from './inScript.ts'

test('what loaders have answered is written as JSON, whatever it is, and ends no script', () => {
  const list = [
    { title: '</script>', at: null },
    { title: '二', at: new Date(0) },
  ]
  const answers = {
    root: { name: '甲', none: undefined, list },
    page: list,
    refused: undefined,
    status: 404,
    gone: null,
  }
  expect(JSON.parse(answersInScript(answers))).toEqual(JSON.parse(JSON.stringify(answers)))
  expect(answersInScript(answers)).not.toContain('</script')
})

test('an answer that stands in many pages is written once, also within another one', () => {
  let reads = 0
  const kept = {
    get title() {
      reads++
      return '题目'
    },
  }
  const pages = [{ page: kept }, { page: kept }, { page: { kept } }, { page: { kept, other: 1 } }]
  expect(pages.map(answersInScript)).toEqual(pages.map(inScript))
  expect(reads).toBe(1 + pages.length)
})

import { expect, test } from 'vitest'
import { likelyPages } from './likelyPages.ts'

const paths = ['/admin/news/list/3', '/admin/publicity/training', '/admin/publicity/member', '/admin/verify']
const offered = (asked: string) => likelyPages(asked, paths, path => path)

test('an address with a slip leads to the page that was meant, first', () => {
  expect(offered('/admin/publicity/memberr')[0]).toBe('/admin/publicity/member')
  expect(offered('/admin/publicity/training/abc')[0]).toBe('/admin/publicity/training')
  expect(offered('/admin/verfy')).toEqual(['/admin/verify'])
})

test('nothing is offered where no address begins alike', () => {
  expect(offered('/nope')).toEqual([])
  expect(offered('/admin/')).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { faultsOf } from '#test/support/svg.ts'
import { demoBanners } from './banners.ts'
import { kinds, picture } from './pictures.ts'

describe('the covers of articles', () => {
  test.each(kinds)('%s: well-formed, safe and small, however many are drawn', kind => {
    for (let seed = 0; seed < 40; seed++) expect(faultsOf(picture(kind, seed)), `${kind} ${seed}`).toEqual([])
  })

  test.each(kinds)('%s: ten in a list are ten different pictures, and always the same ten', kind => {
    const draw = () => Array.from({ length: 10 }, (_, seed) => picture(kind, seed))
    expect(new Set(draw()).size).toBe(10)
    expect(draw()).toEqual(draw())
  })
})

test.each(demoBanners)(
  'the banner $title is well-formed, safe and small, wide and narrow',
  ({ picture: { wide, narrow } }) => {
    expect(faultsOf(wide)).toEqual([])
    expect(faultsOf(narrow)).toEqual([])
  },
)

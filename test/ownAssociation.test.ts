import { describe, expect, test } from 'vitest'
import { files, textOf } from './house/imports.ts'

describe('what belongs to one association is data, never code', () => {
  const isItsOwn = /(^|\/)(demo|volume)\w*(\/|\.ts$)/
  const code = files.filter(file => !isItsOwn.test(file))
  /** Lines in which it says so, those of a contract's examples left out. */
  const found = (pattern: RegExp, where = code) =>
    where.flatMap(file => {
      const lines = textOf(file).split('\n')
      return lines
        .filter(line => !/^\s*example:/.test(line) && pattern.test(line))
        .map(line => `${file}: ${line.trim()}`)
    })

  test('no address and no number of a column or an article stands in code, but what spec.md prescribes', () => {
    const numbered = /\/admin\/news\/[\w-]+\/\d|\b(catalog|catalogue|column|article)Id\W{1,4}\d|\bpa\W{1,2}\d/
    const prescribed = 'modules/content/navigation/namedPlaces.ts'
    expect(
      found(
        numbered,
        code.filter(file => file !== prescribed),
      ),
    ).toEqual([])
    expect(found(numbered, [prescribed])).toHaveLength(3)
  })

  test('no trade is named in code, not in a hint or an example either, and no association by its letters', () => {
    expect(found(/锅|水处理|清洗|化验|水质|药剂|蒸发量|CBWA/)).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { processorTime } from '#test/support/processorTime.ts'
import { picturesInRtf } from './pictures.ts'

const hex = (bytes: number[]) => bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')
const some = (first: number) => [first, ...Array.from({ length: 99 }, (_, i) => (i * 37) % 256)]
/** RTF as Word writes it: lines of hexadecimal digits, with an old copy of the same picture. */
const picture = (format: string, bytes: number[]) =>
  `{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picw100\\pich50\\picwgoal60\\${format}blip\\bliptag-12{\\*\\blipuid 0123456789abcdef0123456789abcdef}
${hex(bytes).replace(/(.{64})/g, '$1\n')}}}{\\nonshppict{\\pict\\picw100\\pich50\\wmetafile8\\bliptag-12 ${hex(some(1))}}}`

test('the pictures of Word’s clipboard are read in their order, each once', () => {
  const rtf = `{\\rtf1\\ansi 前文 ${picture('png', some(137))}\\par ${picture('jpeg', some(255))} 后文}`
  expect(picturesInRtf(rtf)).toEqual([
    { type: 'image/png', bytes: Uint8Array.from(some(137)) },
    { type: 'image/jpeg', bytes: Uint8Array.from(some(255)) },
  ])
})

test('the size of a picture, written last before it, is no part of it', () => {
  const rtf = `{\\rtf1 {\\pict\\pngblip\\picw320\\pich200 ${hex(some(137))}}}`
  expect(picturesInRtf(rtf)).toEqual([{ type: 'image/png', bytes: Uint8Array.from(some(137)) }])
})

test('one that no browser shows keeps its place among them', () => {
  const rtf = `{\\rtf1 ${picture('emf', some(1))}${picture('png', some(137))}}`
  expect(picturesInRtf(rtf).map(one => one && 'type' in one && one.type)).toEqual([null, 'image/png'])
})

test('a text without pictures, or none at all, has none', () => {
  expect(picturesInRtf('{\\rtf1\\ansi 只有文字 \\pictureless}')).toEqual([])
  expect(picturesInRtf('')).toEqual([])
})

test('a large picture is read at once', () => {
  const bytes = Array.from({ length: 3 << 20 }, (_, i) => i % 251)
  const spent = processorTime()
  expect(picturesInRtf(`{\\rtf1 ${picture('png', bytes)}}`)).toHaveLength(1)
  expect(spent()).toBeLessThan(5_000)
})

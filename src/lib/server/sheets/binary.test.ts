import sharp from 'sharp'
import { expect, test } from 'vitest'
import { notAText } from './binary.ts'

const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })

test('a picture is told by what is in it, whatever its name', async () => {
  expect(notAText(await picture.png().toBuffer())).toContain('图片（PNG）')
  expect(notAText(await picture.jpeg().toBuffer())).toContain('图片（JPEG）')
  expect(notAText(await picture.gif().toBuffer())).toContain('图片（GIF）')
  expect(notAText(await picture.webp().toBuffer())).toContain('图片')
})

test('other files that are no text are told, too', () => {
  expect(notAText(Buffer.from('%PDF-1.7\n'))).toContain('PDF')
  expect(notAText(Buffer.from('编号,单位\n\0\0', 'utf8'))).toContain('二进制')
})

test('a list is read in either encoding, also one that begins like a picture', () => {
  expect(notAText(Buffer.from('证书编号\nBM-2026-0001\n'))).toBeUndefined()
  expect(notAText(Buffer.from('BM-2026-0001\n'))).toBeUndefined()
  // 证书编号 as GBK has it.
  expect(notAText(Buffer.from('d6a4cae9b1e0bac50a', 'hex'))).toBeUndefined()
  expect(notAText(Buffer.alloc(0))).toBeUndefined()
})

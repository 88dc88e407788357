import { expect, test } from 'vitest'
import { freePort } from '#test/support/site.ts'
import { messageOf } from './faults.ts'

test('a service outside that is not reached, or refuses, is named with what to look at', async () => {
  const port = await freePort()
  const unreached = await fetch(`http://127.0.0.1:${port}`).catch(error => error)
  expect(messageOf(unreached)).toBe(`连不上 127.0.0.1:${port}（ECONNREFUSED），请核对网址、域名解析与网络`)
  const unknown = Object.assign(new TypeError('fetch failed'), {
    cause: { code: 'ENOTFOUND', hostname: 'sms.example' },
  })
  expect(messageOf(unknown)).toMatch(/^连不上 sms\.example（ENOTFOUND）/)
  const s3 = (name: string, httpStatusCode?: number) =>
    messageOf(Object.assign(new Error(''), { name, $metadata: { httpStatusCode } }))
  expect(s3('UnknownError', 403)).toBe('对象存储拒绝了请求（HTTP 403 UnknownError），请核对存储桶、密钥与权限')
  expect(s3('Error')).toMatch(/^连不上对象存储/)
  expect(s3('InternalError', 500)).toBe('对象存储答复 HTTP 500（InternalError）')
  expect(messageOf(new Error('其他'))).toBe('其他')
})

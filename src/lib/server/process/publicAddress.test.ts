import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { isPublicAddress, printedUrl } from './publicAddress.ts'

test.each([
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'http://192.168.1.20:3000',
  'http://10.2.3.4',
  'http://172.31.0.9',
  'http://[fd12:3456::1]',
  'http://office-pc:3000',
  'http://demo.localhost',
])('%s is of this machine or this house', url => {
  expect(isPublicAddress(url)).toBe(false)
})

test.each([
  'https://www.example.com',
  'https://localhost',
  'http://www.example.com',
  'http://8.8.8.8:3000',
  'http://172.32.0.9',
  'http://[2001:db8::1]',
])('%s is where everybody may come', url => {
  expect(isPublicAddress(url)).toBe(true)
})

describe('an address is printed', () => {
  const print = (env: Record<string, string>) => printedUrl({ config: readConfig({ DATA_DIR: '/tmp', ...env }) }, '/a')

  test('where it is the real one', () => {
    expect(print({ PUBLIC_URL: 'https://www.example.com', DEMO: '0' })).toBe('https://www.example.com/a')
  })

  test.each([
    [{ DEMO: '0' }, '是 http://localhost:3000，只有本机或内部网络能打开'],
    [{ DEMO: '0', PUBLIC_URL: 'https://localhost' }, '只有本机或内部网络能打开'],
    [{ DEMO: '0', PUBLIC_URL: 'http://192.168.1.20:3000' }, '只有本机或内部网络能打开'],
    [{ PUBLIC_URL: 'http://www.example.com' }, '不是 https:// 开头的网址'],
    [{ DATABASE_URL: 'postgres://a@localhost/b' }, '只有本机或内部网络能打开'],
  ])('not while people could not open it: %j', (env, reason) => {
    expect(() => print(env)).toThrow(reason)
    expect(() => print(env)).toThrow('请在服务器的配置中改为正式网址后重启；只是试用的，请设置 TRIAL=1')
  })

  test.each<Record<string, string>>([{}, { DEMO: '1' }, { DEMO: '0', TRIAL: '1' }])(
    'in a trial whatever it is: %j',
    env => {
      expect(print(env)).toBe('http://localhost:3000/a')
    },
  )
})
